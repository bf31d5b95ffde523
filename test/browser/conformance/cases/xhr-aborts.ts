import type {Theme} from '../case'
import {outcome} from '../describe'
import {ended, finished, openedFor, reached, recorded, sent, settled, stateOf} from '../xhr'

export const xhrAborts: Theme = {
  'before it is opened': () => {
    const xhr = new XMLHttpRequest()
    const events = recorded(xhr)
    xhr.abort()
    return {events, state: stateOf(xhr)}
  },
  'before it is sent': kit => {
    const {xhr, events} = openedFor(kit.at())
    xhr.abort()
    return {events, state: stateOf(xhr)}
  },
  'right after it is sent': async kit => {
    const {xhr, events} = openedFor(kit.at({luck: true}))
    xhr.send()
    xhr.abort()
    await new Promise(done => setTimeout(done, 30))
    return {events, state: stateOf(xhr)}
  },
  'right after a body is sent': async kit => {
    const {xhr, events} = openedFor(kit.at({luck: true}), 'POST', true)
    xhr.send('body')
    xhr.abort()
    await new Promise(done => setTimeout(done, 30))
    return {events, state: stateOf(xhr)}
  },
  'while the server thinks': async kit => {
    const {xhr, events} = openedFor(kit.at({held: true}), 'POST', true)
    const uploaded = new Promise(done => xhr.upload.addEventListener('loadend', done))
    xhr.send('body')
    await Promise.all([kit.arrived(), uploaded])
    xhr.abort()
    return {events: settled(events), state: stateOf(xhr)}
  },
  'during the upload': async kit => {
    const {xhr, events} = openedFor(kit.at({deaf: true}), 'POST', true)
    xhr.send(new Blob(['text '.repeat(1_200_000)]))
    await kit.arrived()
    xhr.abort()
    await kit.go()
    return {
      events: events.filter(line => !line.includes('progress')).map(line => line.replace(/ \d+\/\d+.*/, '')),
      state: stateOf(xhr),
    }
  },
  'when the headers are there': async kit => {
    const {xhr, events} = openedFor(kit.at({parts: ['half', 'never']}))
    const there = reached(xhr, 2)
    xhr.send()
    await there
    xhr.abort()
    await kit.go()
    return {events: settled(events), state: stateOf(xhr)}
  },
  'during the body': async kit => {
    const {xhr, events} = openedFor(kit.at({parts: ['half', 'never']}))
    const there = reached(xhr, 3)
    xhr.send()
    await there
    xhr.abort()
    await kit.go()
    return {events: settled(events), state: stateOf(xhr)}
  },
  'when it is done': async kit => {
    const {xhr, events} = openedFor(kit.at({body: 'whole'}))
    await finished(xhr)
    xhr.abort()
    return {events: settled(events), state: stateOf(xhr)}
  },
  'from each of its events': async kit => {
    const found: Record<string, unknown> = {}
    for (const type of ['loadstart', 'progress', 'load', 'readystatechange']) {
      const {xhr, events} = openedFor(kit.at({body: 'text'}, type))
      const over = type === 'loadstart' ? undefined : ended(xhr)
      xhr.addEventListener(type, () => xhr.abort(), {once: true})
      xhr.send()
      await over
      await new Promise(done => setTimeout(done, 10))
      found[type] = {events: settled(events), state: stateOf(xhr)}
    }
    return found
  },
  'abort() from abort is harmless': async kit => {
    const {xhr, events} = openedFor(kit.at({held: true}))
    xhr.onabort = () => xhr.abort()
    xhr.send()
    await kit.arrived()
    xhr.abort()
    return {events: settled(events), state: stateOf(xhr)}
  },
  'a request that was aborted can be sent anew': async kit => {
    const {xhr, events} = openedFor(kit.at({held: true}, 'first'))
    xhr.send()
    await kit.arrived()
    xhr.abort()
    xhr.open('GET', kit.at({body: 'second'}, 'second'))
    await finished(xhr)
    return {events: settled(events), state: stateOf(xhr)}
  },
  'opened anew from the abort event': async kit => {
    const {xhr, events} = openedFor(kit.at({held: true}, 'first'))
    xhr.send()
    await kit.arrived()
    xhr.addEventListener('abort', () => xhr.open('GET', kit.at({body: 'second'}, 'second')), {once: true})
    xhr.abort()
    const between = xhr.readyState
    await finished(xhr)
    return {between, events: settled(events), state: stateOf(xhr)}
  },
}

export const xhrTimeouts: Theme = {
  'a timeout': async kit => {
    const xhr = new XMLHttpRequest()
    const events = recorded(xhr, {upload: true})
    xhr.open('POST', kit.at({held: true}))
    xhr.timeout = 600
    await finished(xhr, 'slow')
    return {events: settled(events), state: stateOf(xhr)}
  },
  'a timeout that is set while it runs': async kit => {
    const xhr = new XMLHttpRequest()
    const events = recorded(xhr)
    xhr.open('GET', kit.at({held: true}))
    const end = ended(xhr)
    xhr.send()
    await kit.arrived()
    xhr.timeout = 30
    await end
    return {events: settled(events), state: stateOf(xhr)}
  },
  'a timeout that is not reached': kit =>
    sent(kit.at({body: 'in time'}), {
      opened(xhr) {
        xhr.timeout = 60_000
      },
    }),
  'a timeout in the body': async kit => {
    const xhr = new XMLHttpRequest()
    const events = recorded(xhr)
    xhr.open('GET', kit.at({parts: ['half ', 'never']}))
    xhr.timeout = 600
    await finished(xhr)
    await kit.go()
    return {events: settled(events), state: stateOf(xhr)}
  },
  'odd timeouts': async () => {
    const xhr = new XMLHttpRequest()
    return {
      found: await Promise.all(
        [1.9, -1, 'x', null, 2 ** 33].map(value =>
          outcome(() => {
            ;(xhr as {timeout: unknown}).timeout = value
            return xhr.timeout
          }),
        ),
      ),
    }
  },
}
