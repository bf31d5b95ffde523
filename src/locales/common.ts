import en from './en/common.json'
import {createTexts} from './texts'

export const commonTexts = createTexts({en})
