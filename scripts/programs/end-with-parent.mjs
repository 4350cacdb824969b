// Loaded into a tool before its own code (`startTool` in ../process.mjs): ends it when the script that started it has ended.

process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// The channel alone must not keep a tool alive that is done.
process.channel?.unref();
