import { join } from "node:path";
import type { EndpointTable } from "@tabstop/contract/endpoint-table";
import { normalizePath, type Plugin, runnerImport } from "vite";

const tableFile = normalizePath(join(import.meta.dirname, "../../contract/endpoint-table.ts"));

/**
 * Evaluates the contract's table of endpoints and puts its value in the place of the module, so that the browser gets a
 * few hundred bytes and neither schemas nor the validator that they are made with.
 */
export function endpointTable(): Plugin {
  let endpointCount = 0;
  return {
    name: "tabstop:endpoint-table",
    enforce: "pre",
    async load(id) {
      if (id !== tableFile) return null;
      const { module, dependencies } = await runnerImport<{ endpointTable: EndpointTable }>(tableFile);
      for (const file of dependencies) this.addWatchFile(file);
      endpointCount = Object.keys(module.endpointTable).length;
      return `export const endpointTable = ${JSON.stringify(module.endpointTable)};`;
    },
    generateBundle(_options, bundle) {
      if (endpointCount === 0) throw new RangeError(`${tableFile} is not in the build`);
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const validator = modules.find((id) => /\/node_modules\/zod\//.test(id));
      if (validator !== undefined) throw new RangeError(`The browser would load ${validator}`);
    },
  };
}
