// Loads a part of the app. The build puts `loadPart` around every `import()`: see build-steps/part-loading.ts.
//
// Chromium until 150 remembers that an `import()` failed, and never requests its files again while the page is open; all
// versions remember a preload that failed. So the scripts of a part are requested first, which may fail, and are then
// imported from the browser's cache.

/** The files that are loaded, or on their way, by address. */
const loads = new Map<string, Promise<void>>();

/** Loads the files of a part and imports it. Rejects if one of them fails; a further call tries it again. */
export async function loadPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => loadFile(`/${file}`)));
  return load();
}

function loadFile(address: string): Promise<void> {
  let loading = loads.get(address);
  if (loading === undefined) {
    const load = address.endsWith(".css") ? loadStyle : loadScript;
    loading = load(address).catch((error: unknown) => {
      loads.delete(address);
      throw error;
    });
    loads.set(address, loading);
  }
  return loading;
}

async function loadScript(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} did not load: ${response.status}`);
  // To its end: until then it is not in the cache.
  await response.arrayBuffer();
}

async function loadStyle(address: string): Promise<void> {
  const { href } = new URL(address, location.href);
  // The page itself may have loaded it.
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  await new Promise<void>((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.crossOrigin = "";
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} did not load`));
    };
    document.head.append(link);
  });
}
