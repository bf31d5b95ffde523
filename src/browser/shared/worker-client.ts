import {libraryChanged, teamChanged} from '../../messaging/events'
import type {MessageResponse, MessageBody, MessageName, Reply, WorkerClient} from '../../messaging/messages'
import {faultText, getReason} from '../../model/faults'
import {noAnswerCode, ServiceError} from '../../api/service-error'
import {browser, listen} from './browser'

async function sendMessage(message: unknown): Promise<Reply> {
  try {
    const reply = (await browser.runtime.sendMessage(message)) as Reply | undefined
    if (reply !== undefined) return reply
  } catch (error) {
    // The worker died before it answered.
    throw new ServiceError(500, noAnswerCode, getReason(error), [], {
      cause: error,
    })
  }
  throw new ServiceError(500, noAnswerCode, faultText('noAnswerHere'))
}

function onEvent(event: string, listener: () => void): () => void {
  const receive = (message: unknown): undefined => {
    if (typeof message === 'object' && message !== null && 'event' in message && message.event === event) listener()
  }
  return listen(browser.runtime.onMessage, receive)
}

export function createWorkerClient(): WorkerClient {
  return {
    async ask<N extends MessageName>(name: N, body: MessageBody<N>): Promise<MessageResponse<N>> {
      const answer = await sendMessage({name, body})
      if (answer.ok) return answer.value as MessageResponse<N>
      const {status, code, reason, faults} = answer.error
      throw new ServiceError(status as ServiceError['status'], code, reason, faults)
    },
    onChange: listener => onEvent(libraryChanged.event, listener),
    onSync: listener => onEvent(teamChanged.event, listener),
  }
}
