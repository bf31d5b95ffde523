import type {Runtime} from 'webextension-polyfill'
import * as z from 'zod/mini'
import {faultsOfIssues} from '../../model/faults'
import {changed, synced} from '../../messaging/events'
import {envelope, messages, type MessageName, type Reply, type SaidError} from '../../messaging/messages'
import {pageEnvelope, pageMessages, type PageDeeds, type PageSender} from '../../messaging/page-messages'
import {notUnderstood} from '../../model/reasons'
import {invalidError, isServiceError} from '../../api/service-error'
import type {Answers} from '../../engine/answers'
import {browser} from './worker-browser'

const said = (error: unknown): SaidError =>
  isServiceError(error)
    ? {status: error.status, code: error.code, message: error.message, faults: error.faults}
    : {status: 500, code: 'unexpected', message: error instanceof Error ? error.message : String(error), faults: []}

async function reply(answers: Answers, name: MessageName, body: unknown): Promise<Reply> {
  try {
    const asked = z.safeParse(messages[name], body, {reportInput: true})
    if (!asked.success) throw invalidError(notUnderstood(name), faultsOfIssues(asked.error.issues))
    // The schema of this name parsed `body`, which the compiler cannot infer.
    const answer = answers[name] as (ask: unknown) => Promise<unknown>
    return {ok: true, value: await answer(asked.data)}
  } catch (error) {
    return {ok: false, error: said(error)}
  }
}

type Answer = (value: unknown) => void
/** Chrome's fields that the polyfill's types lack. */
type Sender = Runtime.MessageSender & {readonly documentId?: string; readonly origin?: string}
/** Returns true to call `answer` later, as Chrome requires. */
type Hear = (message: unknown, sender: Sender, answer: Answer) => true | undefined

const senderOf = ({tab, documentId, origin}: Sender): PageSender => ({
  tab: tab?.id ?? -1,
  document: documentId ?? '',
  isOwn: origin === location.origin,
})

/** Handles messages of our scripts in pages. Other senders cannot use this event. */
function hearPage(deeds: PageDeeds, message: unknown, sender: Sender, answer: Answer): true | undefined {
  const heard = z.safeParse(pageEnvelope, message)
  if (!heard.success || sender.id !== browser.runtime.id) return undefined
  const {name, body} = heard.data
  const asked = z.safeParse(pageMessages[name], body)
  if (!asked.success) return undefined
  const deed = deeds[name] as (said: unknown, from: PageSender) => Promise<unknown>
  deed(asked.data, senderOf(sender)).then(answer, () => answer(null))
  return true
}

/**
 * Handles messages of extension pages and, for names with the prefix `page.`, of page scripts.
 * Listens at once and responds when `ready` resolves.
 */
export function serveMessages(ready: Promise<Answers>, deeds: PageDeeds): void {
  const origin = browser.runtime.getURL('')
  const hear: Hear = (message, sender, answer) => {
    if ((message as {readonly name?: unknown} | null)?.name?.toString().startsWith('page.'))
      return hearPage(deeds, message, sender, answer)
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

const announce = (event: unknown): void => void browser.runtime.sendMessage(event).catch(() => undefined)

export const announceChange = (): void => announce(changed)

export const announceSync = (): void => announce(synced)
