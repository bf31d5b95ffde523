import en from './en/problems.json'
import {createTexts} from './texts'

export const problemTexts = createTexts({en})
