import {formatTable} from '../demo/table'
import {benchActivity} from './activity'
import {benchBundles} from './bundles'
import {benchCode} from './code'
import {benchFetching} from './fetching'
import {benchFirstSync} from './first-sync'
import {benchInPages} from './in-pages'
import {benchFirstFetch} from './first-fetch'
import type {Figure} from './measure'
import {benchOpening} from './opening-pages'
import {benchRegex} from './regex'
import {benchTeamServer} from './team-server'
import {benchToggling} from './toggling'
import {benchTranslation} from './translation'
import {benchForms, benchUse} from './use'
import {benchWaking} from './waking'

const parts = {
  translation: async () => [await benchTranslation()],
  regex: async () => [benchRegex()],
  toggling: async () => [await benchToggling()],
  fetching: benchFetching,
  activity: benchActivity,
  'in-pages': benchInPages,
  'first-fetch': async () => [await benchFirstFetch()],
  code: benchCode,
  waking: benchWaking,
  opening: benchOpening,
  use: benchUse,
  forms: benchForms,
  sync: benchFirstSync,
  'team-server': benchTeamServer,
  bundles: async () => benchBundles(),
} satisfies Record<string, () => Promise<Figure[]>>

// `npm run bench -- opening use` measures only these parts.
const asked = process.argv.slice(2)
const unknown = asked.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join()} among ${Object.keys(parts).join()}`)
const figures: Figure[] = []
for (const [name, part] of Object.entries(parts))
  if (asked.length === 0 || asked.includes(name)) figures.push(...(await part()))

const rows = figures.map(({name, measured, value, limit, unit, exemption}) => [
  name,
  measured,
  `${value.toFixed(2)}${unit}`,
  limit === Number.POSITIVE_INFINITY ? '' : `${Number(limit.toFixed(2))}${unit}`,
  value <= limit ? 'yes' : exemption === undefined ? 'NO' : `no (${exemption})`,
])
console.log(`\n${formatTable([['what', 'measured', 'figure', 'at most', 'holds'], ...rows])}\n`)
if (figures.some(({value, limit, exemption}) => exemption === undefined && !(value <= limit))) process.exitCode = 1
