import {changed} from '../contract/changed'
import type {Answer, Ask, MessageName, Reply, WorkerClient} from '../contract/messages'
import {ServiceError} from '../contract/service-error'
import {browser} from './browser'

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
