import {faultTexts} from '../../src/locales/faults'
import type {Page} from '@playwright/test'
import type {MessageResponse, MessageBody, MessageName, Reply} from '../../src/messaging/messages'
import type {LibraryPart, LibraryView, LibraryMark, RuleView} from '../../src/model/views'

/** One of the extension's pages. */
export type Asker = Pick<Page, 'evaluate'>

/** Asks the worker from one of the extension's pages, as the pages themselves do. */
export async function ask<N extends MessageName>(
  page: Asker,
  name: N,
  body: MessageBody<N>,
): Promise<MessageResponse<N>> {
  // As JSON, because Playwright serializes objects value by value, which is slow.
  const said = await page.evaluate(
    async message =>
      JSON.stringify(
        await (
          globalThis as unknown as {chrome: {runtime: {sendMessage(said: unknown): Promise<Reply>}}}
        ).chrome.runtime.sendMessage(message),
      ),
    {name, body},
  )
  const reply = JSON.parse(said) as Reply
  if (!reply.ok) throw new Error(`${name}: ${faultTexts.show(reply.error.reason)}`)
  return reply.value as MessageResponse<N>
}

/** The whole library, read part by part. */
export async function readLibrary(page: Asker): Promise<LibraryView> {
  const rules = new Map<string, RuleView>()
  let order: readonly string[] = []
  for (let since: LibraryMark | undefined; ;) {
    const part: LibraryPart = await ask(page, 'library.read', since ? {since} : {})
    since = part.mark
    order = part.order ?? order
    for (const rule of part.rules) rules.set(rule.id, rule)
    if (part.isWhole) return {...part, rules: order.flatMap(id => rules.get(id) ?? [])}
  }
}

/** Moves all rules to the trash. */
export async function deleteRules(page: Asker): Promise<void> {
  const {rules} = await readLibrary(page)
  if (rules.length > 0) await ask(page, 'rules.delete', {ids: rules.map(({id}) => id)})
}
