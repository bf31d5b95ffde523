import en from './en/tester.json' with {type: 'json'}
import {createTexts} from './texts'

export const testerTexts = createTexts({en})
