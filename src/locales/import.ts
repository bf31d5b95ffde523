import en from './en/import.json'
import {createTexts} from './texts'

export const importTexts = createTexts({en})
