/** Merges long texts in a thread of its own: reading them takes long. */
import { mergeBody } from "../../engine/markdown/mergeBody.ts";
import type { SegmentVersions } from "../../engine/markdown/mergeSegments.ts";
import { answer } from "./answer.ts";

answer((texts: SegmentVersions<string>) => mergeBody(texts));
