import {tableOf} from '../demo/table'
import {benchBundles} from './bundles'
import {benchFetching} from './fetching'
import type {Figure} from './measure'
import {benchToggling} from './toggling'
import {benchTranslation} from './translation'
import {benchPages} from './ui'

const figures: Figure[] = [
  await benchTranslation(),
  await benchToggling(),
  ...(await benchFetching()),
  ...(await benchPages()),
  ...benchBundles(),
]

const rows = figures.map(({what, measured, figure, limit, unit, beyondUs}) => [
  what,
  measured,
  `${figure.toFixed(2)}${unit}`,
  limit === Number.POSITIVE_INFINITY ? '' : `${Number(limit.toFixed(2))}${unit}`,
  figure <= limit ? 'yes' : beyondUs === undefined ? 'NO' : `no (${beyondUs})`,
])
console.log(`\n${tableOf([['what', 'measured', 'figure', 'at most', 'holds'], ...rows])}\n`)
if (figures.some(({figure, limit, beyondUs}) => beyondUs === undefined && !(figure <= limit))) process.exitCode = 1
