import type {Theme} from '../case'
import {hexOf, outcome, plain, shapeOf, tagOf, told} from '../describe'

const statuses = [200, 201, 202, 203, 206, 226, 299, 304, 400, 401, 404, 418, 429, 500, 503, 599]
const withoutBody = [204, 205]
const binary = '00ff80c328a0a1e28228f09f9880fe'

const withText = (text: string) => ({body: text, type: 'application/json; charset=utf-8'})

export const responses: Theme = {
  ...Object.fromEntries(
    statuses.map(status => [
      `status ${status}`,
      kit => told(fetch(kit.at({status, body: `says ${status}`, headers: [['x-status', `${status}`]]}))),
    ]),
  ),
  ...Object.fromEntries(
    withoutBody.map(status => [
      `status ${status} has no body`,
      async kit => {
        const answer = await fetch(kit.at({status, type: null}))
        return {shape: shapeOf(answer), text: await answer.text(), used: answer.bodyUsed, body: plain(answer.body)}
      },
    ]),
  ),
  'a status text of our own': kit => told(fetch(kit.at({statusText: 'A teapot, short'}))),
  'a status text of Latin letters': kit => told(fetch(kit.at({statusText: 'caf\u00e9'}))),
  'an empty answer': kit => told(fetch(kit.at({body: ''}))),
  'an answer without a type': kit => told(fetch(kit.at({type: null, body: '<p>plain?</p>'}))),
  'an answer without a length': kit => told(fetch(kit.at({chunked: true, body: 'in chunks'}))),
  'an answer with every kind of header': kit =>
    told(
      fetch(
        kit.at({
          headers: [
            ['ETag', '"abc"'],
            ['Last-Modified', 'Thu, 01 Jan 2026 00:00:00 GMT'],
            ['Content-Language', 'de'],
            ['Link', '</a>; rel="next"'],
            ['Server-Timing', 'db;dur=5'],
            ['X-Frame-Options', 'DENY'],
            ['Refresh', '100'],
            ['Retry-After', '5'],
          ],
        }),
      ),
    ),
  JSON: async kit => ({value: await (await fetch(kit.at(withText('{"a":[1,"é",null],"b":{}}')))).json()}),
  'JSON with a mark at its start': async kit => ({
    value: await outcome(async () => (await fetch(kit.at({hex: 'efbbbf7b7d', type: 'application/json'}))).json()),
  }),
  'JSON that is broken': async kit => {
    const failed = async (text: string) => {
      const error: unknown = await fetch(kit.at(withText(text)))
        .then(answer => answer.json())
        .catch((thrown: unknown) => thrown)
      // How the message starts depends on whether all of the body had come when it was asked for.
      return error instanceof SyntaxError && error.message.replace("Failed to execute 'json' on 'Response': ", '')
    }
    return {broken: await failed('{"a":'), empty: await failed('')}
  },
  'a text is read as UTF-8 whatever the charset': async kit => ({
    text: await (await fetch(kit.at({hex: 'e9c3a9', type: 'text/plain; charset=iso-8859-1'}))).text(),
    marked: await (await fetch(kit.at({hex: 'efbbbf61', type: 'text/plain'}))).text(),
  }),
  'a Blob has the type of the answer': async kit => {
    const blob = await (await fetch(kit.at({body: 'abc', type: 'Text/Odd;Charset=UTF-8'}))).blob()
    const untyped = await (await fetch(kit.at({body: 'abc', type: null}))).blob()
    return {type: blob.type, size: blob.size, text: await blob.text(), untyped: untyped.type}
  },
  'an ArrayBuffer': async kit => ({
    buffer: plain(await (await fetch(kit.at({hex: binary, type: 'application/octet-stream'}))).arrayBuffer()),
  }),
  bytes: async kit => {
    const answer = await fetch(kit.at({hex: binary, type: 'image/png'}))
    return {bytes: plain(await (answer as unknown as {bytes(): Promise<Uint8Array>}).bytes())}
  },
  'binary data that is called text': async kit => ({
    buffer: plain(await (await fetch(kit.at({hex: binary, type: 'text/plain'}))).arrayBuffer()),
  }),
  'a form that is URL-encoded': async kit => ({
    form: plain(
      await (await fetch(kit.at({body: 'a=1&b=%C3%A9+x&a=', type: 'application/x-www-form-urlencoded'}))).formData(),
    ),
  }),
  'a form of several parts': async kit => {
    const part = (head: string, text: string) => `--cut\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
    const body = `${part('name="a"', '1')}${part('name="f"; filename="f.txt"', 'file')}--cut--\r\n`
    const form = await (await fetch(kit.at({body, type: 'multipart/form-data; boundary=cut'}))).formData()
    const file = form.get('f')
    return {form: plain(form), file: file instanceof File ? [file.name, file.type, await file.text()] : null}
  },
  'a form of a wrong type': async kit => ({
    failed: await outcome(async () => (await fetch(kit.at({body: 'a=1'}))).formData()),
  }),
  'a body is read once': async kit => {
    const answer = await fetch(kit.at({body: 'once'}))
    const reading = answer.text()
    const during = [answer.bodyUsed, answer.body?.locked]
    return {
      during,
      text: await reading,
      again: await outcome(() => answer.text()),
      json: await outcome(() => answer.json()),
      clone: await outcome(() => answer.clone()),
      locked: answer.body?.locked,
    }
  },
  'a clone reads the same': async kit => {
    const answer = await fetch(kit.at({body: 'both', headers: [['x-one', '1']]}))
    const copy = answer.clone()
    return {
      shapes: [shapeOf(answer), shapeOf(copy)],
      texts: [await copy.text(), await answer.text()],
      used: [answer.bodyUsed, copy.bodyUsed],
      same: answer.headers === copy.headers,
    }
  },
  'a clone of a clone, each read in another way': async kit => {
    const answer = await fetch(kit.at({body: '{"a":1}'}))
    const two = answer.clone()
    const three = two.clone()
    return {text: await answer.text(), json: await two.json(), buffer: plain(await three.arrayBuffer())}
  },
  'the body is a stream of bytes': async kit => {
    const {body} = await fetch(kit.at({body: 'stream'}))
    const reader = body?.getReader()
    const first = await reader?.read()
    const last = await reader?.read()
    return {
      tag: tagOf(body),
      kind: tagOf(first?.value),
      text: new TextDecoder().decode(first?.value),
      done: [first?.done, last?.done, last?.value],
      closed: await outcome(async () => reader?.closed),
    }
  },
  'the body can be read into a buffer of our own': async kit => {
    const {body} = await fetch(kit.at({body: 'abcdef'}))
    return {
      read: await outcome(async () => {
        const reader = body?.getReader({mode: 'byob'})
        const got = await reader?.read(new Uint8Array(4))
        return {value: got?.value, done: got?.done}
      }),
    }
  },
  'the body is the same object each time': async kit => {
    const answer = await fetch(kit.at({body: 'same'}))
    return {same: [answer.body === answer.body, answer.headers === answer.headers]}
  },
  'a body that is locked cannot be read': async kit => {
    const answer = await fetch(kit.at({body: 'locked'}))
    const reader = answer.body?.getReader()
    const refused = [await outcome(() => answer.text()), await outcome(() => answer.clone())]
    const used = answer.bodyUsed
    reader?.releaseLock()
    return {refused, used, text: await answer.text()}
  },
  'a body that was read in part cannot be read whole': async kit => {
    const answer = await fetch(kit.at({body: 'part'}))
    const reader = answer.body?.getReader()
    await reader?.read()
    reader?.releaseLock()
    return {used: answer.bodyUsed, text: await outcome(() => answer.text())}
  },
  'two branches of a body': async kit => {
    const {body} = await fetch(kit.at({body: 'branches'}))
    const [one, two] = body?.tee() ?? []
    return {texts: [await new Response(one).text(), await new Response(two).text()], locked: body?.locked}
  },
  'a body that is cancelled': async kit => {
    const answer = await fetch(kit.at({body: 'cancelled'}))
    const cancelled = await outcome(async () => answer.body?.cancel('enough'))
    return {cancelled, used: answer.bodyUsed, text: await outcome(() => answer.text())}
  },
  'a body through a pipe': async kit => {
    const {body} = await fetch(kit.at({body: 'piped é'}))
    const text = body?.pipeThrough(new TextDecoderStream())
    const parts: string[] = []
    const reader = text?.getReader()
    for (;;) {
      const read = await reader?.read()
      if (read?.value === undefined) break
      parts.push(read.value)
    }
    return {text: parts.join('')}
  },
  'a body that is walked through': async kit => {
    const {body} = await fetch(kit.at({body: 'walked'}))
    let text = ''
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) text += new TextDecoder().decode(chunk)
    return {text, locked: body?.locked}
  },
  'a megabyte comes whole': async kit => {
    const answer = await fetch(kit.at({body: 'x'.repeat(20_000)}, 'large'))
    const text = await answer.text()
    return {shape: shapeOf(answer), length: text.length, same: /^x+$/.test(text)}
  },
  'an answer wrapped in an answer': async kit => {
    const answer = await fetch(kit.at({body: 'wrapped', headers: [['x-one', '1']]}))
    const made = new Response(answer.body, {status: 299, headers: answer.headers})
    return {shape: shapeOf(made), text: await made.text(), used: answer.bodyUsed}
  },
  'compressed data is unpacked': async kit => {
    const zipped = await new Response(
      new Blob(['zip zip zip']).stream().pipeThrough(new CompressionStream('gzip')),
    ).bytes()
    return told(fetch(kit.at({hex: hexOf(zipped), headers: [['Content-Encoding', 'gzip']]})))
  },
  'compressed data that is broken': async kit => {
    const answer = await fetch(kit.at({hex: '1f8b0800ffff', headers: [['Content-Encoding', 'gzip']]}))
    return {shape: shapeOf(answer), text: await outcome(() => answer.text())}
  },
  'answers that are made in the page': async () => ({
    plain: await told(new Response('made', {status: 201, statusText: 'Made'})),
    error: shapeOf(Response.error()),
    redirect: shapeOf(Response.redirect('/there', 307)),
    json: await told(Response.json({a: 1}, {headers: {'x-a': 'b'}})),
    empty: shapeOf(new Response(null, {status: 204})),
    unfit: [
      await outcome(() => new Response('x', {status: 204})),
      await outcome(() => new Response('x', {status: 199})),
      await outcome(() => new Response('x', {statusText: 'a\nb'})),
      await outcome(() => Response.redirect('/there', 200)),
    ],
  }),
}
