import {expect, it} from 'vitest'
import {ruleTypes} from '../../../src/model/rules'
import {editorTexts} from '../../../src/locales/editor'

it.each(ruleTypes)('the reach of a %s rule takes one line', type => {
  expect(editorTexts(`worksForType.${type}`).length).toBeLessThanOrEqual(48)
})

it.each(['Request', 'Delay', 'UserAgent'] as const)('a %s rule names workers as out of reach', type => {
  expect(editorTexts(`worksForType.${type}`)).toContain('workers')
})
