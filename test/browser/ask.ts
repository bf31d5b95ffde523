import type {Page} from '@playwright/test'
import type {Answer, Ask, MessageName, Reply} from '../../src/contract/messages'

/** Asks the worker from one of the extension's pages, as the pages themselves do. */
export async function ask<N extends MessageName>(page: Page, name: N, body: Ask<N>): Promise<Answer<N>> {
  const reply = await page.evaluate(
    message =>
      (
        globalThis as unknown as {chrome: {runtime: {sendMessage(said: unknown): Promise<Reply>}}}
      ).chrome.runtime.sendMessage(message),
    {name, body},
  )
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
  return reply.value as Answer<N>
}
