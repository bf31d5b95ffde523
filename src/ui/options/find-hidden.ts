import type {Problem} from '../../contract/problems'
import type {Drafted, Library} from '../../simulator/contest'
import {findOverridden, type Override} from '../../simulator/overridden'
import {inSlices} from '../tester/sliced'
import {common, shortened} from '../words'

/** Milliseconds after which a search no longer waits for an idle moment. */
const longestWait = 500
/** Milliseconds of work at a time. */
const longest = 4

const idle = () => new Promise<void>(go => void requestIdleCallback(() => go(), {timeout: longestWait}))

const problemOf = ({by, header, waits}: Override): Problem => ({
  code: 'hidden',
  says: {
    by: by.rule.name.trim() || common.untitled,
    ...(header === null ? {} : {header: shortened(header)}),
    ...(waits === null ? {} : {waits}),
  },
  rules: [by.id],
})

/** The rules that another rule overrides, with the draft in its place; undefined where the search was stopped. */
export async function findHidden(
  library: Library,
  draft: Drafted | null,
  isStale: () => boolean,
): Promise<ReadonlyMap<string, Problem> | undefined> {
  const found = await inSlices(findOverridden(library, draft), {later: true, longest, pause: idle, isStale})
  return found && new Map([...found].map(([id, override]) => [id, problemOf(override)]))
}
