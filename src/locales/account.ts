import en from './en/account.json'
import {createTexts} from './texts'

export const accountTexts = createTexts({en})
