// Writes words and numbers in English sentences. A leaf without imports, which the web app uses too.

/** 'Course' for 'course'. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** '1,048,576', in every locale. */
export function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** '1 lesson', '5,904 saved results' */
export function counted(number: number, noun: string): string {
  return `${thousands(number)} ${noun}${number === 1 ? "" : "s"}`;
}

const numberWords = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** 'no', 'one' to 'twelve', then '13', for whole numbers in sentences. */
export function inWords(number: number): string {
  return numberWords[number] ?? thousands(number);
}
