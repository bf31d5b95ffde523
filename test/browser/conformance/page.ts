import type {Kit, Orders, Origins, Runner, Theme, Wire} from './case'
import {themes} from './cases'
import {plain} from './describe'

/** A hanging case must not stop the others. Two megabytes read by code take ten seconds if busy. */
const limit = 40_000

const run: Runner['run'] = async (name, origins) => {
  const records: Record<string, unknown> = {}
  const theme: Theme = themes[name] ?? {}
  const uncaught: string[] = []
  addEventListener('error', event => uncaught.push(`error: ${event.message}`))
  addEventListener('unhandledrejection', event => uncaught.push(`rejection: ${String(event.reason)}`))
  for (const [at, [title, program]] of Object.entries(theme).entries()) {
    const found = await Promise.race([program(kitOf(`${name}.${at}`, origins)), tooLate()]).catch((error: unknown) => ({
      broke: String(error),
    }))
    // A rejection that nobody handled is told of after the tasks of its promise.
    await nextTask()
    records[title] = {...found, uncaught: uncaught.splice(0)}
  }
  return JSON.stringify(records, (_, value: unknown) => (isOdd(value) ? plain(value) : value))
}

const isOdd = (value: unknown) =>
  value === undefined || (typeof value === 'number' && !Number.isFinite(value)) || typeof value === 'bigint'

function kitOf(id: string, origins: Origins): Kit {
  const {letGo, awaitArrival} = globalThis as unknown as Wire
  const address =
    (origin: string) =>
    (orders: Orders = {}, path = '') =>
      `${origin}/case/${id}/${path}${path.includes('?') ? '&' : '?'}orders=${encodeURIComponent(JSON.stringify(orders))}`
  return {
    at: address(origins.page),
    sibling: address(origins.sibling),
    stranger: address(origins.stranger),
    go: () => letGo(id),
    arrived: (count = 1) => awaitArrival(id, count),
  }
}

const tooLate = () =>
  new Promise<{broke: string}>(done => {
    setTimeout(done, limit, {broke: 'did not end'})
  })

const nextTask = () =>
  new Promise<void>(done => {
    setTimeout(done, 0)
  })

Object.assign(globalThis, {conformance: {run} satisfies Runner})
