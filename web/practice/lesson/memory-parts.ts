// What only typing from memory needs: its stage, its result and the panel beside it.

export { MemoryPanel } from "../memory/memory-panel.tsx";
export { loadReviewExample, prefetchReviewExample } from "../memory/memory-queries.ts";
export { MemoryLesson } from "./memory-lesson.tsx";
export { MemoryResult } from "./memory-result.tsx";
