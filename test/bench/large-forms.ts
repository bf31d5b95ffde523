import {aRecord} from '../samples/mixed-rules'

const fifty = Array.from({length: 50}, (_, index) => ({
  id: `pair_${index}`,
  source: {key: 'host', operator: 'Equals', value: `api${index}.shop.test`, filters: [{requestMethod: ['GET']}]},
  modifications: [
    {header: 'Authorization', type: 'Modify', value: `Bearer ${index}`},
    {header: 'Content-Security-Policy', type: 'Remove', target: 'Response'},
  ],
}))

const source = {key: 'host', operator: 'Equals', value: 'api.shop.test'}
const items = Array.from({length: 30_000}, (_, index) => ({id: index, name: `Item ${index} of the shop`, price: 4200}))
const createResponse = (value: string) => ({source, type: 'static', value})
/** The field next to the body, which only shows its beginning. */
const text = 'input[aria-label="Status text"]'

/** Rules with large forms: 50 conditions, and two megabytes of text in one or many lines. */
export const largeForms = [
  {
    name: 'Form, 50 conditions',
    record: {...aRecord('Headers', 0, {}), pairs: fifty},
    field: 'input[aria-label="Value"]',
  },
  {
    name: 'Form, 2 MB in one line',
    record: aRecord('Response', 1, createResponse(JSON.stringify(items))),
    field: text,
  },
  {
    name: 'Form, 2 MB in many lines',
    record: aRecord('Response', 2, createResponse(JSON.stringify(items, null, 1))),
    field: text,
  },
]
