import en from './en/delay-page.json'
import {createTexts} from './texts'

export const delayPageTexts = createTexts({en})
