/** The replies of a profile: what the responses to each situation have in common. */
import { SITUATIONS, type Situation, type SituationId } from "../../spec/interface/situations.ts";
import type { Profile, ProfileReply } from "../../spec/profile/shape.ts";
import type { LearnNotes } from "./learn-notes.ts";
import { joinFields } from "./observations.ts";
import type { ObservedReply } from "./observed-reply.ts";

export function learnReplies(
  replies: readonly ObservedReply[],
  { observations, omitted }: LearnNotes,
): Profile["replies"] {
  const learned: { [Id in SituationId]?: ProfileReply } = {};
  for (const situation of SITUATIONS as readonly (Situation & { id: SituationId })[]) {
    const entry = `replies.${situation.id}`;
    const own = replies.filter((reply) => reply.situation === situation.id);
    const [first] = own;
    if (first === undefined) {
      omitted.set(entry, "not observed");
      continue;
    }
    const { reply, varied } = commonReply(own.map((one) => one.reply));
    for (const member of varied) omitted.set(`${entry}.${member}`, "it was not the same each time");
    for (const member of own.flatMap(({ hidden }) => hidden)) omitted.set(`${entry}.${member}`, "it could hold data");
    if (varied.includes("status") || varied.includes("body")) continue;
    const open = openMembers(situation, reply);
    if (open === undefined)
      omitted.set(entry, `a body of the form "${reply.body}" is not one that the contract leaves open`);
    else if (Object.keys(open).length > 0) {
      learned[situation.id] = open;
      observations.set(entry, first);
    }
  }
  return learned;
}

/** The members that are equal in all replies. The kinds of fields are joined, since one reply may show some of them. */
function commonReply(replies: readonly ProfileReply[]): { reply: ProfileReply; varied: string[] } {
  const varied: string[] = [];
  /** An object with the members that are equal. */
  const common = (
    names: Iterable<string>,
    valueIn: (reply: ProfileReply, name: string) => unknown,
    prefix = "",
  ): Record<string, unknown> => {
    const equal: Record<string, unknown> = {};
    for (const name of names) {
      const [first, ...others] = replies.map((reply) => valueIn(reply, name));
      if (others.some((value) => value !== first)) varied.push(`${prefix}${name}`);
      else if (first !== undefined) equal[name] = first;
    }
    return equal;
  };
  const members = ["status", "body", "type", "code", "message", "text"] as const;
  const reply = common(members, (one, name) => one[name as (typeof members)[number]]);
  if (replies.some(({ fields }) => fields !== undefined))
    reply.fields = replies.map(({ fields = {} }) => fields).reduce(joinFields);
  const headers = new Set(replies.flatMap((one) => Object.keys(one.headers ?? {})));
  reply.headers = common(headers, (one, name) => one.headers?.[name], "headers.");
  return { reply: reply as ProfileReply, varied };
}

/** The reply without what its situation fixes; undefined when a profile cannot state it. */
function openMembers({ status: fixed, bodies }: Situation, reply: ProfileReply): ProfileReply | undefined {
  const { status, body, ...rest } = reply;
  if (body === undefined || !bodies.includes(body)) return undefined;
  return {
    ...(status !== undefined && fixed === "open" && { status }),
    ...(bodies.length > 1 && { body }),
    ...rest,
  };
}
