// The one place that names the SQLite library. It speaks the API of `node:sqlite`, so that Node's own module can take
// over here once every supported Node has it.

export { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
