/** Lists of notes in a report. */
import type { Evidence } from "../assertions/finding.ts";

/** A note for the reader that is no verdict on the deployment. */
export interface Remark {
  readonly id: string;
  readonly why: string;
  readonly times: number;
  readonly evidence?: readonly Evidence[];
}

export interface RemarkList {
  readonly title: string;
  readonly entries: readonly Remark[];
}
