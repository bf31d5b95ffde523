import en from './en/keys.json'
import {createTexts} from './texts'

export const keyTexts = createTexts({en})
