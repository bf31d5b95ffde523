import {ask} from '../ask'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'

const at = (path: string) => where('path', 'Equals', path)

test('an already open page cannot observe or forge the handshake of the scripts', async ({quiet, shop}) => {
  await shop.evaluate(() => {
    const found: unknown[] = []
    const mine = document.createElement('i')
    mine.addEventListener('answer', event => found.push((event as CustomEvent<string>).detail))
    const meet = () => document.dispatchEvent(new MouseEvent('switchyard:handshake', {relatedTarget: mine}))
    const question = () =>
      mine.dispatchEvent(
        new CustomEvent('query', {detail: JSON.stringify({url: 'http://secret.test/x', method: 'POST'})}),
      )
    addEventListener(
      'switchyard:handshake',
      event => event.target !== mine && event.isTrusted && found.push('met'),
      true,
    )
    const seen: (string | null)[] = []
    const steal = (event: Event) => {
      const {relatedTarget} = event as MouseEvent
      if (relatedTarget && relatedTarget !== mine) seen.push(event.type)
    }
    for (const name of ['switchyard:handshake', 'switchyard:navigator', 'query', 'answer'])
      addEventListener(name, steal, true)
    setInterval(() => {
      meet()
      question()
    }, 1)
    Object.assign(window, {found, seen})
  })
  await make(quiet, 'Request', [
    {source: where('host', 'Equals', 'secret.test'), type: 'static', value: 'secret body'},
    {source: at('/echo'), type: 'static', value: 'changed'},
  ])
  expect((await fetched(shop, '/echo', {method: 'POST', body: 'a'}))?.text).toContain('"body":"changed"')
  expect(await shop.evaluate('[found, seen]')).toEqual([[], []])
})

test('rules apply in an open page whose forms shadow methods of document', async ({quiet, shop}) => {
  const names = ['createElement', 'addEventListener', 'dispatchEvent', 'baseURI', 'body']
  await shop.evaluate(all => {
    document.body.innerHTML = all.map(name => `<form name="${name}"></form>`).join('')
  }, names)
  await make(quiet, 'Response', [{source: at('/api/x'), type: 'static', value: 'mocked'}])
  expect((await fetched(shop, '/api/x'))?.text).toBe('mocked')
})

test('a rule applies once in a page that wraps fetch and XHR, also after off and on', async ({quiet, shop}) => {
  await make(quiet, 'Request', [{source: at('/echo'), type: 'code', value: '({body}) => body + "!"'}])
  await shop.reload()
  await shop.evaluate(() => {
    const {fetch: native} = window
    window.fetch = (...args) => native(...args)
    const {send} = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      send.call(this, body)
    }
  })
  const sent = () =>
    shop.evaluate(async () => {
      type Echo = {body: string}
      const answer = (await (await fetch('/echo', {method: 'POST', body: 'a'})).json()) as Echo
      const asked = await new Promise<Echo>(done => {
        const xhr = new XMLHttpRequest()
        xhr.addEventListener('load', () => done(JSON.parse(xhr.responseText) as Echo))
        xhr.open('POST', '/echo')
        xhr.send('a')
      })
      return [answer.body, asked.body]
    })
  expect(await sent()).toEqual(['a!', 'a!'])
  for (let round = 0; round < 2; round++) {
    await ask(quiet, 'rules.pause', {paused: true})
    expect(await sent()).toEqual(['a', 'a'])
    await ask(quiet, 'rules.pause', {paused: false})
    expect(await sent()).toEqual(['a!', 'a!'])
  }
})

test('a fetch wrapper added while rules are off applies rules once when they are on', async ({quiet, shop}) => {
  await make(quiet, 'Request', [{source: at('/echo'), type: 'code', value: '({body}) => body + "!"'}])
  await ask(quiet, 'rules.pause', {paused: true})
  await shop.evaluate(() => {
    const {fetch: native} = window
    window.fetch = (...args) => native(...args)
  })
  await ask(quiet, 'rules.pause', {paused: false})
  expect((await fetched(shop, '/echo', {method: 'POST', body: 'a'}))?.text).toContain('"body":"a!"')
})

test('an XMLHttpRequest older than the rule is sent natively with each event once', async ({quiet, shop, site}) => {
  await shop.evaluate(() => {
    const old = new XMLHttpRequest()
    const events: string[] = []
    for (const name of ['readystatechange', 'loadstart', 'load', 'loadend'])
      old.addEventListener(name, () => events.push(`${name} ${old.readyState}`))
    old.upload.addEventListener('load', () => events.push('uploaded'))
    Object.assign(window, {old, events})
  })
  await make(quiet, 'Response', [{source: at('/api/coded'), type: 'code', value: '() => "by code"'}])
  const heard = await shop.evaluate(async asked => {
    const {old: xhr, events} = window as unknown as {old: XMLHttpRequest; events: string[]}
    const ended = new Promise(done => xhr.addEventListener('loadend', done))
    xhr.open('POST', asked)
    xhr.setRequestHeader('x-own', '1')
    xhr.send('b')
    await ended
    return {text: xhr.responseText, events}
  }, '/api/coded')
  expect(heard.text).not.toBe('by code')
  expect(heard.events).toEqual([
    'readystatechange 1',
    'loadstart 1',
    'uploaded',
    'readystatechange 2',
    'readystatechange 3',
    'readystatechange 4',
    'load 4',
    'loadend 4',
  ])
  expect(site.requests(({headers}) => headers['x-own'] === '1')).toHaveLength(1)
})
