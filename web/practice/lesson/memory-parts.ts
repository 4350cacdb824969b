// What only typing from memory needs: its stage, its result and the panel beside it.

export { MemoryOverlay } from "../memory/memory-overlay.tsx";
export { MemoryPanel } from "../memory/memory-panel.tsx";
export { MemoryStage } from "../typing-stage/memory-stage.tsx";
