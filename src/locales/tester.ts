import en from './en/tester.json'
import {createTexts} from './texts'

export const testerTexts = createTexts({en})
