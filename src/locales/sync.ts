import en from './en/sync.json'
import {createTexts} from './texts'

export const syncTexts = createTexts({en})
