import type {Runtime} from 'webextension-polyfill'
import * as z from 'zod/mini'
import {faultsOfIssues} from '../contract/faults'
import {changed, synced} from '../contract/changed'
import {envelope, messages, type MessageName, type Reply, type SaidError} from '../contract/messages'
import {notUnderstood} from '../contract/reasons'
import {invalid, isServiceError} from '../contract/service-error'
import type {Answers} from '../engine/answers'
import {browser} from './worker-browser'

const said = (error: unknown): SaidError =>
  isServiceError(error)
    ? {status: error.status, code: error.code, message: error.message, faults: error.faults}
    : {status: 500, code: 'unexpected', message: error instanceof Error ? error.message : String(error), faults: []}

async function reply(answers: Answers, name: MessageName, body: unknown): Promise<Reply> {
  try {
    const asked = z.safeParse(messages[name], body, {reportInput: true})
    if (!asked.success) throw invalid(notUnderstood(name), faultsOfIssues(asked.error.issues))
    // The body was parsed by the schema of this very name, which the compiler cannot follow.
    const answer = answers[name] as (ask: unknown) => Promise<unknown>
    return {ok: true, value: await answer(asked.data)}
  } catch (error) {
    return {ok: false, error: said(error)}
  }
}

type Hear = (message: unknown, sender: Runtime.MessageSender, answer: (value: unknown) => void) => true | undefined

/** Answers the extension's own pages; what begins with `page.` goes to `hearPage`, whoever says it. Registers at once, answers when `ready`. */
export function serveMessages(ready: Promise<Answers>, hearPage: Hear): void {
  const origin = browser.runtime.getURL('')
  // Chrome's own way to answer later: true, and the callback when it is time.
  const hear: Hear = (message, sender, answer) => {
    if ((message as {readonly name?: unknown} | null)?.name?.toString().startsWith('page.'))
      return hearPage(message, sender, answer)
    const heard = z.safeParse(envelope, message)
    if (!heard.success || sender.id !== browser.runtime.id || sender.url?.startsWith(origin) !== true) return undefined
    const {name, body} = heard.data
    void ready
      .then(
        answers => reply(answers, name, body),
        (error: unknown): Reply => ({ok: false, error: said(error)}),
      )
      .then(answer)
    return true
  }
  browser.runtime.onMessage.addListener(hear as Parameters<typeof browser.runtime.onMessage.addListener>[0])
}

/** Tells every open page of the extension that something has changed. */
export function announceChange(): void {
  // Nobody listens while no page is open.
  browser.runtime.sendMessage(changed).catch(() => undefined)
}

/** Tells every open page of the extension that a sync has come further. */
export function announceSync(): void {
  browser.runtime.sendMessage(synced).catch(() => undefined)
}
