import {connect} from 'node:net'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {openLog} from '../../../src/team-server/log'
import {serve, type Running} from '../../../src/team-server/serve'
import {readSettings} from '../../../src/team-server/settings'
import {aPayload} from '../api/payloads'
import {sharedApp} from './open-server'

const shared = sharedApp()
const lines: string[] = []
let hasLogged: () => void = () => undefined
const log = openLog('info', {
  write(line: string) {
    lines.push(line)
    hasLogged()
  },
})
let running: Running
// A database starts in seconds.
beforeAll(async () => {
  running = await serve((await shared.started()).database, readSettings({PORT: '0'}), log)
}, 60_000)
afterAll(() => running.stop())

/** The log once it has such a line. */
async function logged(what: RegExp): Promise<readonly string[]> {
  while (!lines.some(line => what.test(line)))
    await new Promise<void>(done => {
      hasLogged = done
    })
  return lines
}

function open({url} = running) {
  const {hostname, port} = new URL(url)
  return connect(Number(port), hostname)
}

/** What comes back for these very bytes. */
const answerTo = (sent: string): Promise<string> =>
  new Promise((done, reject) => {
    let text = ''
    const socket = open()
    socket.setEncoding('utf8').on('data', part => (text += part))
    socket.once('error', reject).once('close', () => done(text))
    socket.write(sent)
  })

describe('a connection', () => {
  it.each([
    ['no host', 'GET /v1/rules HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['a host that is none', 'GET /v1/rules HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n', 400],
    ['headers without end', `GET /v1/rules HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['an expectation', 'GET /v1/rules HTTP/1.1\r\nhost: a\r\nexpect: more\r\nconnection: close\r\n\r\n', 417],
    ['what is not HTTP', 'garbage\r\n\r\n', 400],
  ])('with %s is refused with an error body', async (_what, sent, status) => {
    const answer = await answerTo(sent)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const body: unknown = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
    expect(body).toMatchObject({success: false, error: {code: expect.any(String), message: expect.any(String)}})
  })

  it.each([
    ['a body of a length', 'content-length: 1000\r\n\r\n'],
    ['a body in pieces', 'transfer-encoding: chunked\r\n\r\nff\r\n'],
  ])('that ends inside %s is not a server failure', async (_what, rest) => {
    lines.length = 0
    const key = await shared.newKey()
    const socket = open()
    const head = ['POST /v1/rules HTTP/1.1', 'host: team.test', `x-api-key: ${key}`, 'content-type: application/json']
    socket.write(`${head.join('\r\n')}\r\n${rest}${JSON.stringify(aPayload()).slice(0, 40)}`)
    // The server is reading it by the time that another call is answered.
    await fetch(`${running.url}/v1/rules`, {headers: {'x-api-key': key}})
    socket.destroy()
    const said = (await logged(/"method":"POST"/)).join('')
    expect(said).toMatch(/"method":"POST".+"status":400/)
    expect(said).not.toMatch(/failure|"status":500/)
  })

  it('does not log an API key from the request path', async () => {
    lines.length = 0
    const key = await shared.newKey()
    await fetch(`${running.url}/${key}/v1/rules`)
    expect((await logged(/"path":".*v1/)).join('')).not.toContain(key.split('_')[2])
  })

  it('gets connection: close in the response after a stop', async () => {
    const stopped = await serve((await shared.started()).database, readSettings({PORT: '0'}), log)
    const key = await shared.newKey()
    const body = JSON.stringify(aPayload())
    const head = ['POST /v1/rules HTTP/1.1', 'host: team.test', `x-api-key: ${key}`, 'content-type: application/json']
    const socket = open(stopped)
    let text = ''
    const ended = new Promise(done => {
      socket.setEncoding('utf8').on('data', part => (text += part))
      socket.once('close', done)
    })
    socket.write(`${head.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n`)
    await fetch(`${stopped.url}/v1/rules`, {headers: {'x-api-key': key}})
    const stopping = stopped.stop()
    socket.write(body)
    await Promise.all([stopping, ended])
    expect(text).toMatch(/^HTTP\/1.1 200 [^]*\r\nconnection: close\r\n/i)
  })
  it('without a request does not delay a stop', async () => {
    const stopped = await serve((await shared.started()).database, readSettings({PORT: '0'}), log)
    const socket = open(stopped)
    const ended = new Promise(done => socket.once('close', done))
    // By the time that another call is answered the server has it.
    await fetch(`${stopped.url}/healthz`)
    const began = performance.now()
    await Promise.all([stopped.stop(), ended])
    expect(performance.now() - began).toBeLessThan(7_000)
  })
})
