import {expect} from '../fixtures'
import {test} from '../shared'
import {toRequestRun, openRunner, run, runAll, runTimed} from './run-code'

test.beforeEach(({quiet}) => openRunner(quiet))

test('code can be any form of function, and its result becomes the text', async ({quiet}) => {
  const sent = async (code: string) => {
    const result = await run(quiet, code)
    return result.ok ? result.value : result
  }
  expect(await sent('function (args) { return args.body }')).toBe('{"qty": 3}')
  expect(await sent('args => ({...args.bodyAsJson, qty: 4})')).toBe('{"qty":4}')
  expect(await sent('async function change({method, url}) {\n  await null\n  return [method, url]\n};;\n')).toBe(
    '["POST","https://shop.test/v1/buy"]',
  )
  expect(await sent('// first\n/* second */ async args => 7 // last')).toBe('7')
  expect(await sent('(function () { return true })')).toBe('true')
  expect(await sent('function (args) {\n  return half(8)\n}\nfunction half(n) { return n / 2 }')).toBe('4')
  expect(await sent('() => new Promise(done => setTimeout(done, 20, null))')).toBe('null')
})

test('the code of a Response rule receives the response and its parsed JSON', async ({quiet}) => {
  const args = {
    method: 'GET',
    url: 'https://shop.test/v1/cart',
    response: '[1, 2]',
    responseType: 'application/json',
    requestHeaders: {accept: '*/*'},
    requestData: null,
  }
  const all = 'args => ({keys: Object.keys(args).sort(), first: args.responseJSON[0]})'
  const results = await runAll(quiet, [
    {kind: 'response', code: all, args},
    {kind: 'response', code: 'args => Object.keys(args.responseJSON).length', args: {...args, response: 'text'}},
  ])
  expect(results.map(result => result.ok && (JSON.parse(result.value) as unknown))).toEqual([
    {
      keys: ['method', 'requestData', 'requestHeaders', 'response', 'responseJSON', 'responseType', 'url'],
      first: 1,
    },
    0,
  ])
})

test('an error is reported with its line and column', async ({quiet}) => {
  const wrong: readonly (readonly [string, object])[] = [
    [
      'args => {\n  const x = 1\n\n  return {total: qty}\n}',
      {why: 'threw', message: 'qty is not defined', line: 4, column: 18},
    ],
    ['async () => {\n  await 1\n  throw new Error("no")\n}', {why: 'threw', message: 'no', line: 3, column: 9}],
    ['({bodyAsJson}) => bodyAsJson.a.b', {why: 'threw', line: 1, column: 32}],
    ['() => JSON.parse("{")', {why: 'threw', line: 1, column: 12}],
    ['() => { throw "text" }', {why: 'threw', message: 'text'}],
    ['() => Promise.reject(new Error())', {why: 'threw', message: 'Error', line: 1}],
    [
      'args => {\n  const x =\n  return {}\n}',
      {why: 'syntax', message: "Unexpected token 'return'", line: 3, column: 3},
    ],
    ['function (args) {\n  return 1', {why: 'syntax', message: 'Unexpected end of input', line: 2, column: 11}],
    ['args) => 1', {why: 'syntax', message: "Unexpected token ')'", line: 1, column: 5}],
    ['', {why: 'syntax', line: 1, column: 1}],
    ['{qty: 1}', {why: 'not-a-function'}],
    ['42', {why: 'not-a-function'}],
    ['() => {}', {why: 'nothing'}],
    ['() => () => 1', {why: 'not-sendable', message: 'Function'}],
    ['() => "x".repeat(9e6)', {why: 'too-large'}],
    ['() => { $sharedState.at = new Date(); return 1 }', {why: 'state', message: 'at: Date'}],
  ]
  const results = await runAll(
    quiet,
    wrong.map(([code]) => toRequestRun(code)),
  )
  for (const [index, [code, told]] of wrong.entries()) expect(results[index], code).toMatchObject({ok: false, ...told})
})

test('code is checked without a call', async ({quiet}) => {
  const check = (code: string) => runAll(quiet, [{kind: 'check', code}])
  expect(await check('args => { for (;;); }')).toMatchObject([{ok: true}])
  expect(await check('args => {\n  retrun 1 2\n}')).toMatchObject([{ok: false, why: 'syntax', line: 2, column: 10}])
})

test('console output is returned with the result', async ({quiet}) => {
  const [first, second] = await runAll(quiet, [
    toRequestRun('args => { console.log("qty", args.bodyAsJson, [1n]); console.error(new Error("no")); return 1 }'),
    toRequestRun('() => 2'),
  ])
  expect(first).toMatchObject({ok: true, lines: ['qty {"qty":3} 1', 'Error: no']})
  expect(second).not.toHaveProperty('lines')
})

test('code that loops, hangs or fills the memory is stopped after five seconds', async ({quiet}) => {
  const results = await runAll(quiet, [
    toRequestRun('() => new Promise(done => setTimeout(done, 200, "slept"))'),
    toRequestRun('() => { for (;;); }'),
    toRequestRun('() => "behind the loop"'),
    {...toRequestRun('() => new Promise(() => {})'), isTry: true},
    {...toRequestRun('() => { const all = []; for (;;) all.push("x".repeat(1e6) + all.length) }'), isTry: true},
    {...toRequestRun('async () => { for (;;) await null }'), isTry: true},
  ])
  expect(results).toMatchObject([
    {ok: true, value: 'slept'},
    {ok: false, why: 'too-long'},
    {ok: true, value: 'behind the loop'},
    {ok: false, why: 'too-long'},
    {ok: false},
    {ok: false, why: 'too-long'},
  ])
  expect(await run(quiet, '() => "still here"')).toMatchObject({ok: true, value: 'still here'})
})

test('hanging code ends after five seconds and delays other code only briefly', async ({quiet}) => {
  const took = await runTimed(quiet, [
    ...Array.from({length: 6}, () => '() => { for (;;); }'),
    '() => new Promise(() => {})',
    '() => "fine"',
  ])
  const hung = took.slice(0, 7)
  expect(hung.map(({result}) => !result.ok && result.why)).toEqual(Array.from({length: 7}, () => 'too-long'))
  expect(took[7]?.result).toMatchObject({ok: true, value: 'fine'})
  expect(took[7]?.place).toBe(0)
  // In sequence, the last call would take seven times as long as the first.
  const times = hung.map(({at}) => at)
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(4)
})

test('code that changes built-in objects affects neither other code nor its result', async ({quiet}) => {
  const spoiling: readonly (readonly [string, string])[] = [
    ['() => { JSON.stringify = () => "evil"; return {mine: 1} }', '{"mine":1}'],
    ['() => { JSON.parse = () => { throw new Error() }; return [1] }', '[1]'],
    ['() => { Promise.prototype.then = () => {}; return "then" }', 'then'],
    ['() => { Object.prototype.then = done => done("taken"); return "made" }', 'made'],
    ['() => { Array.prototype.toJSON = () => 1; return {mine: 2} }', '{"mine":2}'],
    ['() => { MessagePort.prototype.postMessage = () => {}; return "sent" }', 'sent'],
    ['() => { Object.defineProperty(Array.prototype, Symbol.iterator, {value: null}); return "iterated" }', 'iterated'],
    ['() => { globalThis.setTimeout = globalThis.console = undefined; return "gone" }', 'gone'],
    ['async () => { await null; Map.prototype.get = () => 7; return "later" }', 'later'],
  ]
  const innocent =
    'async args => { console.log("here"); await new Promise(done => setTimeout(done)); return [[...new Map([[1, args.bodyAsJson.qty]])][0][1], new Map([[1, 2]]).get(1), JSON.parse("[3]")] }'
  for (const [code, made] of spoiling) {
    expect(await run(quiet, code), code).toMatchObject({ok: true, value: made})
    expect(await run(quiet, innocent), code).toMatchObject({ok: true, value: '[3,2,[3]]', lines: ['here']})
  }
  // This holds for simultaneous calls, and $sharedState is kept.
  const count = '() => ($sharedState.n = ($sharedState.n ?? 0) + 1)'
  const all = await runAll(
    quiet,
    [count, spoiling[0]?.[0] ?? '', count, spoiling[3]?.[0] ?? '', count, innocent].map(code => toRequestRun(code)),
  )
  expect(all.map(result => result.ok && result.value)).toEqual(['1', '{"mine":1}', '2', 'made', '3', '[3,2,[3]]'])
})
