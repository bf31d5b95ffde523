import type {InstallMemory, Snapshot} from '../../../src/api/library'
import {type PageInstall, type PageScripts, chromeLimits, type Limits} from '../../../src/engine/ports'
import type {StoredRecord} from '../../../src/model/rule'
import {createEngine} from '../../../src/engine/engine'
import {ownRuleId} from '../../../src/dnr/priorities'
import {createStrictBrowser, type StrictBrowser} from './strict-browser'

export const source = (value: string, more: object = {}) => ({key: 'url', operator: 'Contains', value, ...more})

export function record(ruleType: string, pairs: unknown, more: object = {}): StoredRecord {
  return {
    id: `${ruleType}_${Math.random()}`,
    name: 'x',
    objectType: 'rule',
    ruleType,
    status: 'Active',
    groupId: '',
    pairs,
    ...more,
  }
}
export const equals = (from: string, to: string, more: object = {}) =>
  record(
    'Redirect',
    [{source: {key: 'url', operator: 'Equals', value: from}, destinationType: 'url', destination: to}],
    more,
  )
export const cancel = (value: string, more: object = {}) => record('Cancel', [{source: source(value)}], more)
export const header = (host: string, more: object = {}) =>
  record(
    'Headers',
    [
      {
        source: {key: 'url', operator: 'Wildcard_Matches', value: `https://${host}/*`},
        modifications: [{header: 'x-a', type: 'Modify', value: '1'}],
      },
    ],
    more,
  )
export const query = (type: string, param: string, value: string) =>
  record('QueryParam', [
    {source: {key: 'host', operator: 'Equals', value: 'a.test'}, modifications: [{type, param, value}]},
  ])

/** Creates an engine with a library in memory and a strict fake browser. */
export function createTestEngine(
  records: StoredRecord[],
  {limits = chromeLimits, browser = createStrictBrowser(limits)}: {limits?: Limits; browser?: StrictBrowser} = {},
) {
  let memory: InstallMemory | null = null
  let revision = 1
  let paused = false
  const groups: StoredRecord[] = []
  let kept = records.map((each, index) => ({id: String(each['id']), number: index + 1, rank: index, record: each}))
  const library = {
    snapshot: (): Promise<Snapshot> =>
      Promise.resolve({
        revision,
        paused,
        trashed: 0,
        teamUrl: null,
        rules: kept,
        groups: groups.map((each, rank) => ({id: String(each['id']), rank, record: each})),
      }),
    readInstallMemory: () => Promise.resolve(memory),
    writeInstallMemory: (next: InstallMemory) => {
      memory = next
      return Promise.resolve()
    },
  }
  const pages: PageScripts & {wanted: (PageInstall | null)[]} = {
    wanted: [],
    install: each => Promise.resolve(void pages.wanted.push(each)),
  }
  const wake = () => createEngine({library, browser, pages, limits, setSandboxNeeded: () => Promise.resolve()})
  const change = (at: number, patch: object) => {
    kept = kept.map((each, index) => (index === at ? {...each, record: {...each.record, ...patch}} : each))
    revision++
  }
  return {
    browser,
    pages,
    engine: wake(),
    wake,
    groups,
    change,
    remove: (at: number) => {
      kept = kept.filter((_, index) => index !== at)
      revision++
    },
    pause: (on: boolean) => {
      paused = on
      revision++
    },
    touch: () => revision++,
    /** Installed browser rules without the protection rule. */
    installed: () =>
      [...browser.rules.dynamic.values(), ...browser.rules.session.values()].filter(({id}) => id !== ownRuleId),
  }
}
