import {expect, make, where} from '../fixtures'
import {test} from '../shared'
import {inSteps} from '../steps'

const at = (path: string, filter?: object) => where('path', 'Equals', path, filter)

const poisons = {
  'what events say': `for (const [owner, name] of [[Event, 'bubbles'], [ProgressEvent, 'loaded'], [ProgressEvent, 'total'], [ProgressEvent, 'lengthComputable']])
    Object.defineProperty(owner.prototype, name, {get() { throw new Error('poisoned') }})`,
  'the length of bytes': `Object.defineProperty(ArrayBuffer.prototype, 'byteLength', {get() { throw new Error('poisoned') }})
    for (const name of ['buffer', 'byteLength', 'length'])
      Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), name, {get() { throw new Error('poisoned') }})`,
  'the first of every list': `Object.defineProperty(Object.prototype, '0', {configurable: true, get() { throw new Error('poisoned') },
    set(value) { Object.defineProperty(this, '0', {value, configurable: true, writable: true, enumerable: true}) }})`,
}

test(
  'pages see native bodies, receivers and statuses while rules apply',
  inSteps({
    'a synchronous request stays synchronous for every kind of body': async ({quiet, shop}) => {
      const isA = {requestPayload: {key: 'op', operator: 'Equals', value: 'a'}}
      await make(quiet, 'Response', [{source: at('/echo', isA), type: 'static', value: 'changed'}])
      const seen = await shop.evaluate(() => {
        const asked = (body: XMLHttpRequestBodyInit | null) => {
          const xhr = new XMLHttpRequest()
          xhr.open('POST', '/echo', false)
          xhr.send(body)
          return [xhr.readyState, xhr.responseText === 'changed']
        }
        const form = new FormData()
        form.append('op', 'a')
        const text = '{"op":"a"}'
        return [text, '{}', new Blob([text]), form, new URLSearchParams('op=a'), null].map(asked)
      })
      // A payload filter reads the fields of a form as well.
      expect(seen).toEqual([true, false, false, false, true, false].map(isChanged => [4, isChanged]))
    },
    'changes to a body after send are not sent while the request waits': async ({quiet, shop, site}) => {
      await make(quiet, 'Delay', [{source: at('/api/late'), delay: 50}])
      // Like a page that requests a list page by page.
      const head = `const ended = []
    for (const path of ['/api/other', '/api/late'])
      for (const body of [new URLSearchParams(), new FormData()])
        for (const page of ['1', '2']) {
          body.set('page', page)
          body.set('more', new Date(0).toISOString())
          const xhr = new XMLHttpRequest()
          xhr.open('POST', path + '?' + page)
          ended.push(new Promise(done => { xhr.onloadend = done }))
          xhr.send(body)
          body.delete('more')
        }
    window.allEnded = Promise.all(ended)`
      await shop.goto(site.url('shop.test', `/?head=${encodeURIComponent(head)}`))
      await shop.evaluate('allEnded.then(() => 0)')
      const sent = site.requests(({method}) => method === 'POST')
      expect(sent).toHaveLength(8)
      for (const {query, body, headers} of sent) {
        const page = [...query.keys()].join('')
        expect(body).toMatch(
          headers['content-type']?.includes('form-data') ? `name="page"\r\n\r\n${page}\r\n` : `page=${page}`,
        )
        expect(body).toContain('1970')
      }
    },
    'an XMLHttpRequest sent by another window’s functions ends natively': async ({quiet, shop}) => {
      await make(quiet, 'Response', [
        {source: at('/api/served'), type: 'static', value: 'm', serveWithoutRequest: true},
      ])
      await make(quiet, 'Delay', [{source: at('/api/late'), delay: 50}])
      const seen = await shop.evaluate(() => {
        const frame = document.body.appendChild(document.createElement('iframe'))
        const {prototype} = (frame.contentWindow as unknown as typeof globalThis).XMLHttpRequest
        const asked = (path: string) =>
          new Promise(done => {
            const xhr = new XMLHttpRequest()
            xhr.addEventListener('loadend', () => done([xhr.readyState, xhr.status, xhr.responseText.includes('site')]))
            Reflect.apply(prototype.open, xhr, ['GET', path])
            Reflect.apply(prototype.send, xhr, [])
          })
        return Promise.all(['/api/served', '/api/late'].map(asked))
      })
      expect(seen).toEqual([
        [4, 200, true],
        [4, 200, true],
      ])
    },
    'fetch without a receiver uses the window': async ({quiet, shop}) => {
      await make(quiet, 'Response', [{source: at('/api/x'), type: 'static', value: 'mocked'}])
      const seen = await shop.evaluate(async () => {
        const nothing = null as unknown as Window
        const calls = [
          () => fetch('/api/x'),
          () => fetch.apply(nothing, ['/api/x']),
          () => fetch.call(nothing, '/api/x'),
          () => fetch.bind(nothing)('/api/x'),
          () => fetch.call(undefined as unknown as Window, '/api/x'),
        ]
        const texts = await Promise.all(calls.map(async call => (await call()).text()))
        const other = await fetch.call({} as Window, '/api/x').catch((error: Error) => error.message)
        return [...texts, other]
      })
      expect(seen).toEqual([
        ...Array.from({length: 5}, () => 'mocked'),
        "Failed to execute 'fetch' on 'Window': Illegal invocation",
      ])
    },
    'no rule adds a body to a null body status or to a HEAD response': async ({quiet, shop}) => {
      for (const statusCode of [204, 205, 304])
        await make(quiet, 'Response', [{source: at(`/api/${statusCode}`), type: 'static', value: 'm', statusCode}])
      await make(quiet, 'Response', [
        {source: at('/api/served'), type: 'static', value: 'm', statusCode: 204, serveWithoutRequest: true},
      ])
      await make(quiet, 'Response', [{source: at('/nothing'), type: 'static', value: 'm'}])
      await make(quiet, 'Response', [{source: at('/api/200'), type: 'static', value: 'm', serveWithoutRequest: true}])
      await make(quiet, 'Response', [{source: at('/api/coded'), type: 'code', value: '() => "m"'}])
      const seen = await shop.evaluate(async () => {
        const fetched = async (path: string, method: string) => {
          const answer = await fetch(`/api/${path}`, {method})
          return [answer.status, await answer.text()]
        }
        const asked = (path: string, method: string) =>
          new Promise(done => {
            const xhr = new XMLHttpRequest()
            xhr.addEventListener('loadend', () => done([xhr.status, xhr.responseText]))
            xhr.open(method, `/api/${path}`)
            xhr.send()
          })
        const gets = ['204', '205', '304', 'served', '../nothing'].map(path => [path, 'GET'] as const)
        const heads = ['200', 'coded'].map(path => [path, 'HEAD'] as const)
        const both = [...gets, ...heads].map(([path, method]) =>
          Promise.all([fetched(path, method), asked(path, method)]),
        )
        return Promise.all(both)
      })
      expect(seen).toEqual(
        [204, 205, 304, 204, 204, 200, 200].map(status => [
          [status, ''],
          [status, ''],
        ]),
      )
    },
    'rules apply in a page that replaced what events, bytes and lists return': async ({quiet, shop, site}) => {
      await make(quiet, 'Response', [{source: at('/api/coded'), type: 'code', value: '() => "by code"'}])
      await make(quiet, 'Response', [
        {source: at('/api/served'), type: 'static', value: 'served', serveWithoutRequest: true},
      ])
      for (const poison of Object.values(poisons)) {
        // The page sends its results to the server, since evaluate does not work in it.
        const head = `${poison}
      const ask = path => {
        const xhr = new XMLHttpRequest()
        xhr.onload = () => navigator.sendBeacon('/told', xhr.responseText)
        xhr.open('GET', path)
        xhr.send()
      }
      ask('/api/coded')
      ask('/api/served')`
        site.clear()
        await shop.goto(site.url('shop.test', `/?head=${encodeURIComponent(head)}`), {waitUntil: 'commit'})
        const told = () => site.requests(({path}) => path === '/told').map(({body}) => body)
        await expect.poll(() => told().toSorted()).toEqual(['by code', 'served'])
      }
    },
  }),
)

test(
  'blocked, odd and waiting requests look native while rules apply',
  inSteps({
    'a request that a fallback rule cancels fails like one that Chrome blocks': async ({quiet, shop, site}) => {
      await make(quiet, 'Cancel', [{source: where('path', 'Matches', '/api/ours(?!x)')}])
      await make(quiet, 'Cancel', [{source: at('/api/theirs')}])
      const policy = encodeURIComponent("script-src 'unsafe-inline' 'unsafe-eval'; connect-src 'self'")
      await shop.goto(site.url('shop.test', `/?policy=${policy}`))
      site.clear()
      const seen = await shop.evaluate(async () => {
        const violations: string[] = []
        document.addEventListener('securitypolicyviolation', event => violations.push(event.blockedURI))
        const of = async (path: string) => {
          const events = (method: string) =>
            new Promise<string[]>(done => {
              const xhr = new XMLHttpRequest()
              const heard: string[] = []
              for (const name of ['readystatechange', 'loadstart', 'load', 'error', 'loadend']) {
                xhr.addEventListener(name, ({isTrusted}) => heard.push(`${name} ${xhr.readyState} ${isTrusted}`))
                xhr.upload.addEventListener(name, () => heard.push(`upload ${name}`))
              }
              xhr.addEventListener('loadend', () => done(heard))
              xhr.open(method, path)
              xhr.send(method === 'POST' ? 'b' : null)
            })
          const atOnce = (() => {
            const xhr = new XMLHttpRequest()
            xhr.open('GET', path, false)
            try {
              xhr.send()
            } catch (error) {
              return (error as Error).name
            }
            return xhr.status
          })()
          const fetching = await fetch(path).then(({status}) => status, String)
          return [fetching, await events('GET'), await events('POST'), atOnce]
        }
        return {ours: await of('/api/ours'), theirs: await of('/api/theirs'), violations}
      })
      expect(seen.ours).toEqual(seen.theirs)
      expect(seen.violations).toEqual([])
      expect(site.log).toEqual([])
    },
    'a status outside 200 to 599 is shown, in clones as well': async ({quiet, shop}) => {
      await make(quiet, 'Response', [{source: at('/status'), type: 'static', value: 'changed'}])
      const seen = await shop.evaluate(async () => {
        const response = await fetch('/status?is=999')
        const copy = response.clone()
        const fixed = Response.json({})
        return [[response, copy, fixed].map(({status, ok, type}) => [status, ok, type]), await copy.text()]
      })
      const said = [999, false, 'basic']
      expect(seen).toEqual([[said, said, [200, true, 'default']], 'changed'])
    },
    'an XMLHttpRequest and code see the content type of a body from a rule': async ({quiet, shop}) => {
      await make(quiet, 'Request', [{source: at('/echo'), type: 'static', value: '{"made": true}'}])
      const {body, headers, wanted} = await shop.evaluate(
        () =>
          new Promise<{body: string; headers: Record<string, string>; wanted: string}>(done => {
            const xhr = new XMLHttpRequest()
            xhr.addEventListener('load', () => done({...JSON.parse(xhr.responseText), wanted: xhr.responseType}))
            xhr.open('POST', '/echo')
            xhr.setRequestHeader('X-Own', 'kept')
            xhr.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded')
            xhr.responseType = 'text'
            xhr.send('made=false')
          }),
      )
      expect(body).toBe('{"made": true}')
      expect(headers).toMatchObject({'content-type': 'application/json', 'x-own': 'kept'})
      expect(wanted).toBe('text')
      await make(quiet, 'Response', [{source: at('/echo'), type: 'code', value: '({requestData}) => requestData'}])
      const told = await shop.evaluate(
        () =>
          new Promise<string>(done => {
            const xhr = new XMLHttpRequest()
            xhr.addEventListener('load', () => done(xhr.responseText))
            xhr.open('POST', '/echo')
            xhr.send('mine')
          }),
      )
      expect(JSON.parse(told)).toEqual({made: true})
    },
    'an earlier overrideMimeType and plain object bodies work for a waiting request': async ({quiet, shop, site}) => {
      await make(quiet, 'Delay', [{source: at('/api/late'), delay: 30}])
      await make(quiet, 'Response', [{source: at('/api/late'), type: 'static', value: '<a>1</a>'}])
      const seen = await shop.evaluate(async () => {
        const xhr = new XMLHttpRequest()
        xhr.overrideMimeType('text/xml')
        const roots: (string | undefined)[] = []
        for (let times = 0; times < 2; times++) {
          xhr.open('POST', '/api/late')
          const ended = new Promise(done => xhr.addEventListener('loadend', done, {once: true}))
          class Money {
            toString() {
              return '42 €'
            }
          }
          xhr.send(new Money() as unknown as string)
          await ended
          roots.push(xhr.responseXML?.documentElement.tagName)
        }
        return roots
      })
      expect(seen).toEqual(['a', 'a'])
      expect(site.requests(({path}) => path === '/api/late').map(({body}) => body)).toEqual(['42 €', '42 €'])
    },
  }),
)
