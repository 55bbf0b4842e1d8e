/** A text that an integration wrote, where nothing else is read. */
export { DrawnText as default } from "./Blocks.tsx";
