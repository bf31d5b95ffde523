import type {Runtime} from 'webextension-polyfill'
import * as z from 'zod/mini'
import {faultsOfIssues, faultText, getReason} from '../../model/faults'
import {libraryChanged, teamChanged} from '../../messaging/events'
import {envelope, messages, type MessageName, type Reply, type SerializedError} from '../../messaging/messages'
import {pageEnvelope, pageMessages, type PageMessageHandlers, type PageSender} from '../../messaging/page-messages'
import {invalidError, isServiceError} from '../../api/service-error'
import type {MessageHandlers} from '../../engine/message-handlers'
import {browser} from './worker-browser'

const serializeError = (error: unknown): SerializedError =>
  isServiceError(error)
    ? {status: error.status, code: error.code, reason: error.reason, faults: error.faults}
    : {status: 500, code: 'unexpected', reason: getReason(error), faults: []}

async function createReply(handlers: MessageHandlers, name: MessageName, body: unknown): Promise<Reply> {
  try {
    const parsedBody = z.safeParse(messages[name], body, {reportInput: true})
    if (!parsedBody.success)
      throw invalidError(faultText('notUnderstood', {name}), faultsOfIssues(parsedBody.error.issues))
    // The schema of this name parsed `body`, which the compiler cannot infer.
    const handle = handlers[name] as (body: unknown) => Promise<unknown>
    return {ok: true, value: await handle(parsedBody.data)}
  } catch (error) {
    return {ok: false, error: serializeError(error)}
  }
}

type SendResponse = (value: unknown) => void
/** Chrome's fields that the polyfill's types lack. */
type Sender = Runtime.MessageSender & {readonly documentId?: string; readonly origin?: string}
/** Returns true to call `sendResponse` later, as Chrome requires. */
type MessageListener = (message: unknown, sender: Sender, sendResponse: SendResponse) => true | undefined

const toPageSender = ({tab, documentId, origin}: Sender): PageSender => ({
  tab: tab?.id ?? -1,
  document: documentId ?? '',
  isOwn: origin === location.origin,
})

/** Handles messages of our scripts in pages. Other senders cannot use this event. */
function handlePageMessage(
  handlers: PageMessageHandlers,
  message: unknown,
  sender: Sender,
  sendResponse: SendResponse,
): true | undefined {
  const parsed = z.safeParse(pageEnvelope, message)
  if (!parsed.success || sender.id !== browser.runtime.id) return undefined
  const {name, body} = parsed.data
  const parsedBody = z.safeParse(pageMessages[name], body)
  if (!parsedBody.success) return undefined
  const handle = handlers[name] as (body: unknown, from: PageSender) => Promise<unknown>
  handle(parsedBody.data, toPageSender(sender)).then(sendResponse, () => sendResponse(null))
  return true
}

/**
 * Handles messages of extension pages and, for names with the prefix `page.`, of page scripts.
 * Listens at once and responds when `ready` resolves.
 */
export function serveMessages(ready: Promise<MessageHandlers>, pageHandlers: PageMessageHandlers): void {
  const origin = browser.runtime.getURL('')
  const listener: MessageListener = (message, sender, sendResponse) => {
    if ((message as {readonly name?: unknown} | null)?.name?.toString().startsWith('page.'))
      return handlePageMessage(pageHandlers, message, sender, sendResponse)
    const parsed = z.safeParse(envelope, message)
    if (!parsed.success || sender.id !== browser.runtime.id || sender.url?.startsWith(origin) !== true) return undefined
    const {name, body} = parsed.data
    void ready
      .then(
        handlers => createReply(handlers, name, body),
        (error: unknown): Reply => ({ok: false, error: serializeError(error)}),
      )
      .then(sendResponse)
    return true
  }
  browser.runtime.onMessage.addListener(listener as Parameters<typeof browser.runtime.onMessage.addListener>[0])
}

const announce = (event: unknown): void => void browser.runtime.sendMessage(event).catch(() => undefined)

export const announceChange = (): void => announce(libraryChanged)

export const announceSync = (): void => announce(teamChanged)
