import {expect, make, where} from '../fixtures'
import {test} from '../shared'

const onApi = where('path', 'Contains', '/api/')

test('an XMLHttpRequest sends a body from code with the original content type', async ({quiet, shop, site}) => {
  await make(quiet, 'Request', [
    {source: onApi, type: 'code', value: 'args => args.body.replace("old", "new of code")'},
  ])
  await shop.evaluate(async () => {
    const form = new FormData()
    form.append('q', 'old')
    const bodies = [
      form,
      new URLSearchParams('q=old'),
      new Blob(['old'], {type: 'application/vnd.own+json'}),
      new TextEncoder().encode('old').buffer,
      new DOMParser().parseFromString('<a>old</a>', 'text/xml'),
    ]
    for (const body of bodies)
      await new Promise(done => {
        const xhr = new XMLHttpRequest()
        xhr.addEventListener('loadend', done)
        xhr.open('POST', '/api/x')
        xhr.send(body)
      })
  })
  const sent = site.log.map(({headers, body}) => [headers['content-type'], body] as const)
  const [[type = '', body], ...others] = sent as [(typeof sent)[number], ...typeof sent]
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(type)?.[1] ?? 'none'
  expect(body).toContain(`--${boundary}--`)
  expect(body).toContain('new of code')
  expect(others).toEqual([
    ['application/x-www-form-urlencoded;charset=UTF-8', 'q=new of code'],
    ['application/vnd.own+json', 'new of code'],
    ['text/plain;charset=UTF-8', 'new of code'],
    ['application/xml;charset=UTF-8', '<a>new of code</a>'],
  ])
})

test('getters that a library copies at the first request show changed responses', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked', serveWithoutRequest: true}])
  await shop.goto(site.url('shop.test', '/a.html'))
  const seen = await shop.evaluate(async () => {
    const own = (object: object, prototype: object) => {
      const parts = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([, part]) => part.get)
      return Object.defineProperties(object, Object.fromEntries(parts)) as never
    }
    const xhr: XMLHttpRequest = own(new XMLHttpRequest(), XMLHttpRequest.prototype)
    const text = await new Promise(done => {
      xhr.addEventListener('load', () => done([xhr.readyState, xhr.status, xhr.responseText]))
      xhr.open('GET', '/api/a')
      xhr.send()
    })
    const asked = fetch('/api/a')
    const url = Object.getOwnPropertyDescriptor(Response.prototype, 'url')?.get
    return [text, new URL(url?.call(await asked) as string).pathname]
  })
  expect(seen).toEqual([[4, 200, 'mocked'], '/api/a'])
})

test('a redirect to another origin drops Authorization and keeps the redirect mode', async ({quiet, shop, site}) => {
  const redirect = (name: string, host: string) =>
    make(quiet, 'Redirect', [
      {
        source: where('url', 'Matches', `/api/(?=${name})`),
        destinationType: 'url',
        destination: site.url(host, `/echo?${name}`),
      },
    ])
  await redirect('far', 'other.test')
  await redirect('near', 'shop.test')
  const seen = await shop.evaluate(async () => {
    const headers = {authorization: 'secret', 'x-own': '1'}
    for (const path of ['/api/far', '/api/near']) {
      await fetch(path, {headers})
      await new Promise(done => {
        const xhr = new XMLHttpRequest()
        xhr.addEventListener('loadend', done)
        xhr.open('GET', path)
        for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
        xhr.send()
      })
    }
    const refused = await fetch('/api/near', {redirect: 'error'}).catch((error: Error) => error.message)
    const {type, status, url, redirected} = await fetch('/api/near', {redirect: 'manual'})
    return [refused, type, status, new URL(url).pathname, redirected]
  })
  expect(seen).toEqual(['Failed to fetch', 'opaqueredirect', 0, '/api/near', false])
  const asked = site.requests(({method}) => method === 'GET')
  expect(asked.map(({url, headers}) => [url.split('?')[1], headers['authorization'], headers['x-own']])).toEqual([
    ['far', undefined, '1'],
    ['far', undefined, '1'],
    ['near', 'secret', '1'],
    ['near', 'secret', '1'],
  ])
})

test('a relative URL is resolved when the request is opened', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'code', value: '() => "mocked"'}])
  await shop.goto(site.url('shop.test', '/a.html'))
  const seen = await shop.evaluate(() => {
    history.pushState(null, '', '/api/a.html')
    const asked = (url: string, then: string) =>
      new Promise(done => {
        const xhr = new XMLHttpRequest()
        xhr.addEventListener('loadend', () => done([new URL(xhr.responseURL).pathname, xhr.responseText === 'mocked']))
        xhr.open('GET', url)
        history.pushState(null, '', then)
        xhr.send()
      })
    return asked('b.json', '/a.html').then(async first => [first, await asked('b.json', '/api/a.html')])
  })
  expect(seen).toEqual([
    ['/api/b.json', true],
    ['/b.json', false],
  ])
})

test('a served XMLHttpRequest that a listener aborts or reopens fires native events', async ({quiet, shop}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked', serveWithoutRequest: true}])
  await make(quiet, 'Delay', [{source: where('path', 'Equals', '/echo'), delay: 30}])
  const seen = await shop.evaluate(async () => {
    const told = (path: string, does: (xhr: XMLHttpRequest, name: string) => unknown, method = 'GET', body?: string) =>
      new Promise<string>(done => {
        const xhr = new XMLHttpRequest()
        const events: string[] = []
        const hear = (event: ProgressEvent) => {
          const {type, loaded} = event
          events.push(event.target === xhr ? `${type}${xhr.readyState}${loaded ? '+' : ''}` : `upload ${type}`)
          if (event.target === xhr && does(xhr, `${type}${xhr.readyState}`) === 'end')
            setTimeout(() => done(events.join(' ')))
        }
        for (const name of ['load', 'loadend', 'abort'] as const) xhr.addEventListener(name, hear)
        for (const name of ['loadstart', 'load'] as const) xhr.upload.addEventListener(name, hear)
        xhr.addEventListener('readystatechange', () => {
          if (xhr.readyState === 4 && does(xhr, 'done') === 'end') setTimeout(() => done(events.join(' ')))
        })
        xhr.open(method, path)
        xhr.send(body)
      })
    const atEnd = (_xhr: XMLHttpRequest, name: string) => (name.startsWith('loadend') ? 'end' : '')
    let loads = 0
    return {
      'ended when done': await told('/api/a', (xhr, name) => {
        if (name !== 'done') return ''
        xhr.abort()
        return 'end'
      }),
      'ended at load': await told('/api/a', (xhr, name) => {
        if (name === 'load4') xhr.abort()
        return atEnd(xhr, name)
      }),
      'opened anew at load, and delayed': await told('/echo', (xhr, name) => {
        if (name === 'load4' && ++loads === 1) {
          xhr.open('GET', '/echo')
          xhr.send()
        }
        return name === 'loadend4' ? 'end' : ''
      }),
      'GET with a body': await told('/api/a', atEnd, 'GET', 'a'),
      'POST of nothing': await told('/api/a', atEnd, 'POST', ''),
      'POST of something': await told('/api/a', atEnd, 'POST', 'a'),
    }
  })
  expect(seen).toEqual({
    'ended when done': '',
    'ended at load': 'load4+ loadend0',
    'opened anew at load, and delayed': 'load4+ loadend1 load4+ loadend4+',
    'GET with a body': 'load4+ loadend4+',
    'POST of nothing': 'upload loadstart load4+ loadend4+',
    'POST of something': 'upload loadstart upload load load4+ loadend4+',
  })
})

test('under Trusted Types a changed document is null and nothing throws', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [{source: where('path', 'Equals', '/d.html'), type: 'static', value: '<p>mocked'}])
  const policy = "require-trusted-types-for 'script'; trusted-types 'none'"
  await shop.goto(site.url('shop.test', `/?${new URLSearchParams({policy}).toString()}`))
  const seen = await shop.evaluate(
    () =>
      new Promise(done => {
        const xhr = new XMLHttpRequest()
        xhr.responseType = 'document'
        xhr.addEventListener('load', () => done(xhr.response))
        xhr.open('GET', '/d.html')
        xhr.send()
      }),
  )
  expect(seen).toBeNull()
})

test('element ids like the extension’s globals do not stop rules in an open page', async ({quiet, shop}) => {
  await shop.evaluate(() => {
    for (const id of ['switchyard', 'switchyardPage', 'Symbol(switchyard)'])
      document.body.append(Object.assign(document.createElement('p'), {id}))
  })
  await make(quiet, 'Response', [{source: onApi, type: 'static', value: 'mocked'}])
  const text = () => shop.evaluate(() => fetch('/api/a').then(answer => answer.text()))
  await expect.poll(text).toBe('mocked')
})
