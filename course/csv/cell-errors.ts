// What spreadsheets show, and write into a CSV file, where a formula has no value.

/** Whether a whole cell is an error value, in any language of the usual spreadsheets. */
export function isSpreadsheetError(cell: string): boolean {
  if (cell.length > longest || !/^\s*(?:#|\p{L}+\s?:)/u.test(cell)) return false;
  const text = cell.trim();
  return withMark.test(text) || numbered.test(text) || /^#{3,}$/.test(text) || others.has(text);
}

const longest = 40;

/** #NAME?, #DIV/0!, #¡REF!, #BEZUG!, #ИМЯ? */
const withMark = /^#[¡¿]?[\p{Lu}\p{Lo}][\p{Lu}\p{Lo}\p{M}\p{N}_/. ]*[!?]$/u;

/** Err:509, as LibreOffice writes it. */
const numbered =
  /^(?:err|erro|error|erreur|errore|fehler|fel|feil|fejl|virhe|błąd|hiba|chyba|ошибка|ош)\s?:\s?\d{3}$/iu;

/** Those without a mark: not available, and still loading. */
const others: ReadonlySet<string> = new Set(
  `#N/A #N/D #N/B #N/V #NV #I/T #Н/Д #Δ/Υ #YOK #PUUTTUU #HIÁNYZIK #NENÍ_K_DISPOZICI #SAKNAS #BRAK
  #GETTING_DATA #DATEN_ABRUFEN #CHARGEMENT_DONNEES #OBTENIENDO_DATOS #ESTRAZIONE_DATI_IN_CORSO #ОЖИДАНИЕ_ДАННЫХ
  #GEGEVENS_OPHALEN #OBTENDO_DADOS #BUSY`.split(/\s+/),
);
