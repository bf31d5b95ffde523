import {expect, it} from 'vitest'
import {readTested} from '../../../src/engine/why/tested'
import {startFor} from '../../../src/ui/options/editor/tester/start'
import {aRule} from './builders'

it.each(['?utm_source=', ':8080', '&utm=', '100%', '@2x.png', 'shop.test/a', '/v1', 'localhost:3000', 'api.'])(
  'the tester of a rule for what contains %s starts with an address that does',
  value => {
    const source = {key: 'url' as const, operator: 'Contains' as const, value}
    const tested = readTested(startFor(aRule('Cancel', {pairs: [{source}]})))
    expect('url' in tested && tested.url).toContain(value)
  },
)
