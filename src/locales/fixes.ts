import en from './en/fixes.json'
import {createTexts} from './texts'

export const fixTexts = createTexts({en})
