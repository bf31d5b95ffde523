import type {Runtime} from 'webextension-polyfill'
import * as z from 'zod/mini'
import {pageEnvelope, pageMessages, type PageDeeds, type PageSender} from '../contract/page-messages'
import {browser} from './worker-browser'

/** Chrome's own, which the polyfill's types lag behind. */
type Sender = Runtime.MessageSender & {readonly documentId?: string; readonly origin?: string}

const senderOf = ({tab, documentId, origin}: Sender): PageSender => ({
  tab: tab?.id ?? -1,
  document: documentId ?? '',
  isOwn: origin === location.origin,
})

/** Answers our scripts in pages. A page itself cannot send messages here, and other extensions come by another way. */
export function hearPage(
  deeds: PageDeeds,
  message: unknown,
  sender: Runtime.MessageSender,
  answer: (value: unknown) => void,
): true | undefined {
  const heard = z.safeParse(pageEnvelope, message)
  if (!heard.success || sender.id !== browser.runtime.id) return undefined
  const {name, body} = heard.data
  const said = z.safeParse(pageMessages[name], body)
  if (!said.success) return undefined
  // The body was parsed by the schema of this very name, which the compiler cannot follow.
  const deed = deeds[name] as (said: unknown, from: PageSender) => Promise<unknown>
  deed(said.data, senderOf(sender)).then(answer, () => answer(null))
  return true
}
