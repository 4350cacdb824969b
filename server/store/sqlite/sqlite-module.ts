// The only file that names the SQLite library. The library has the API of `node:sqlite`, so that Node's own module can
// replace it here once every supported version of Node has it.

export { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
