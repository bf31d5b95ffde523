import type {Runtime} from 'webextension-polyfill'
import * as z from 'zod/mini'
import {faultsOfIssues} from '../contract/faults'
import {changed, envelope, messages, type Answer, type Ask, type MessageName, type Reply} from '../contract/messages'
import type {SaidError, WorkerClient} from '../contract/messages'
import {invalid, isServiceError, ServiceError} from '../contract/service-error'
import type {Answers} from '../engine/answers'
import {browser} from './browser'

const said = (error: unknown): SaidError =>
  isServiceError(error)
    ? {status: error.status, code: error.code, message: error.message, faults: error.faults}
    : {status: 500, code: 'unexpected', message: error instanceof Error ? error.message : String(error), faults: []}

async function reply(answers: Answers, name: MessageName, body: unknown): Promise<Reply> {
  try {
    const asked = z.safeParse(messages[name].ask as z.ZodMiniType, body, {reportInput: true})
    if (!asked.success) throw invalid(`“${name}” was not understood`, faultsOfIssues(asked.error.issues))
    // The body was parsed by the schema of this very name, which the compiler cannot follow.
    const answer = answers[name] as (ask: unknown) => Promise<unknown>
    return {ok: true, value: await answer(asked.data)}
  } catch (error) {
    return {ok: false, error: said(error)}
  }
}

/** Answers the extension's own pages; content scripts and others are not heard. Registers at once, answers when `ready`. */
export function serveMessages(ready: Promise<Answers>): void {
  const origin = browser.runtime.getURL('')
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    const heard = z.safeParse(envelope, message)
    if (!heard.success || sender.id !== browser.runtime.id || sender.url?.startsWith(origin) !== true) return undefined
    const {name, body} = heard.data
    return ready.then(
      answers => reply(answers, name, body),
      (error: unknown): Reply => ({ok: false, error: said(error)}),
    )
  })
}

/** Tells every open page of the extension that something has changed. */
export function announceChange(): void {
  // Nobody listens while no page is open.
  browser.runtime.sendMessage(changed).catch(() => undefined)
}

/** The worker as a page sees it. */
export function createWorkerClient(): WorkerClient {
  return {
    async ask<N extends MessageName>(name: N, body: Ask<N>): Promise<Answer<N>> {
      const answer = (await browser.runtime.sendMessage({name, body})) as Reply | undefined
      if (answer === undefined)
        throw new ServiceError(500, 'no-answer', 'The extension did not answer. Reload this page.')
      if (answer.ok) return answer.value as Answer<N>
      const {status, code, message, faults} = answer.error
      throw new ServiceError(status as ServiceError['status'], code, message, faults)
    },
    onChange(listener) {
      const hear = (message: unknown): undefined => {
        if (typeof message === 'object' && message !== null && 'event' in message && message.event === changed.event)
          listener()
      }
      browser.runtime.onMessage.addListener(hear)
      return () => browser.runtime.onMessage.removeListener(hear)
    },
  }
}
