/** A company at one address. */
export interface RegisterEntry {
  /** Without the legal form. */
  readonly name: string;
  readonly legalForm: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** Other names that the company goes by. */
  readonly otherNames: readonly string[];
  /** Other names of the city. */
  readonly otherCities: readonly string[];
}

/** What every answer carries, so that nobody takes the register for a live one. */
export const SOURCE = "sample data";

/**
 * SAMPLE DATA: public facts about well-known companies, typed in by hand for this demo. They may be out of date or
 * incomplete; never onboard a real partner with them. The Biberach row is the one that the published example answers with.
 *
 * name = other names | legal form | street | postal code | city = other names | country
 */
const ROWS = `
ABB | Ltd | Affolternstrasse 44 | 8050 | Zürich = Zurich | CH
Airbus | SE | Mendelweg 30 | 2333 CS | Leiden | NL
Airbus Operations | SAS | 316 route de Bayonne | 31060 | Toulouse | FR
Allianz | SE | Königinstraße 28 | 80802 | München = Munich | DE
Anheuser-Busch InBev = AB InBev | SA/NV | Brouwerijplein 1 | 3000 | Leuven = Louvain | BE
Apple | Inc. | One Apple Park Way | 95014 | Cupertino | US
ASML Holding = ASML | N.V. | De Run 6501 | 5504 DR | Veldhoven | NL
AstraZeneca | PLC | 1 Francis Crick Avenue | CB2 0AA | Cambridge | GB
A.P. Møller - Mærsk = Maersk | A/S | Esplanaden 50 | 1263 | København K = Copenhagen = Kopenhagen | DK
BASF | SE | Carl-Bosch-Straße 38 | 67056 | Ludwigshafen am Rhein | DE
Bayer | AG | Kaiser-Wilhelm-Allee 1 | 51373 | Leverkusen | DE
Bayerische Motoren Werke = BMW | AG | Petuelring 130 | 80809 | München = Munich | DE
BHP Group = BHP | Limited | 171 Collins Street | 3000 | Melbourne | AU
Boehringer Ingelheim | GmbH | Binger Straße 173 | 55216 | Ingelheim am Rhein | DE
Boehringer Ingelheim | GmbH | Birkendorfer Str. 65 | 88397 | Biberach an der Riss | DE
Coca-Cola = The Coca-Cola Company | Company | One Coca-Cola Plaza | 30313 | Atlanta | US
Deutsche Bahn | AG | Potsdamer Platz 2 | 10785 | Berlin | DE
Deutsche Bank | AG | Taunusanlage 12 | 60325 | Frankfurt am Main | DE
Deutsche Telekom | AG | Friedrich-Ebert-Allee 140 | 53113 | Bonn | DE
Eni | S.p.A. | Piazzale Enrico Mattei 1 | 00144 | Roma = Rome = Rom | IT
F. Hoffmann-La Roche = Roche | AG | Grenzacherstrasse 124 | 4058 | Basel = Basle = Bâle | CH
Iberdrola | S.A. | Plaza Euskadi 5 | 48009 | Bilbao | ES
Infosys | Limited | Hosur Road, Electronics City | 560100 | Bengaluru = Bangalore | IN
Knorr-Bremse | AG | Moosacher Straße 80 | 80809 | München = Munich | DE
Koninklijke Philips = Philips = Royal Philips | N.V. | Amstelplein 2 | 1096 BC | Amsterdam | NL
L'Oréal | S.A. | 41 rue Martre | 92110 | Clichy | FR
Microsoft | Corporation | One Microsoft Way | 98052 | Redmond | US
Nestlé | S.A. | Avenue Nestlé 55 | 1800 | Vevey | CH
Nestlé Deutschland | AG | Lyoner Straße 23 | 60528 | Frankfurt am Main | DE
Nokia | Oyj | Karakaari 7 | 02610 | Espoo | FI
Novartis | AG | Lichtstrasse 35 | 4056 | Basel = Basle = Bâle | CH
Novo Nordisk | A/S | Novo Allé 1 | 2880 | Bagsværd | DK
OMV | AG | Trabrennstraße 6-8 | 1020 | Wien = Vienna | AT
Orlen = PKN Orlen | S.A. | ul. Chemików 7 | 09-411 | Płock | PL
Petróleo Brasileiro = Petrobras | S.A. | Avenida Henrique Valadares 28 | 20231-030 | Rio de Janeiro | BR
Robert Bosch = Bosch | GmbH | Robert-Bosch-Platz 1 | 70839 | Gerlingen | DE
Roche Diagnostics | GmbH | Sandhofer Straße 116 | 68305 | Mannheim | DE
Samsung Electronics = Samsung | Co., Ltd. | 129 Samsung-ro, Yeongtong-gu | 16677 | Suwon | KR
SAP | SE | Dietmar-Hopp-Allee 16 | 69190 | Walldorf | DE
Shell | plc | 2 York Road | SE1 7NA | London | GB
Shopify | Inc. | 151 O'Connor Street | K2P 2L8 | Ottawa | CA
Siemens | AG | Nonnendammallee 101 | 13629 | Berlin | DE
Siemens | AG | Werner-von-Siemens-Straße 1 | 80333 | München = Munich | DE
Siemens Energy | AG | Otto-Hahn-Ring 6 | 81739 | München = Munich | DE
Siemens Healthineers | AG | Siemensstraße 3 | 91301 | Forchheim | DE
Sony Group = Sony | Corporation | 1-7-1 Konan, Minato-ku | 108-0075 | Tokyo = Tokio | JP
Telefónica | S.A. | Gran Vía 28 | 28013 | Madrid | ES
Toyota Motor = Toyota = トヨタ自動車 | Corporation | 1 Toyota-cho | 471-8571 | Toyota | JP
Toyota Motor Europe | NV/SA | Avenue du Bourget 60 | 1140 | Bruxelles = Brussels = Brüssel | BE
Unilever | PLC | 100 Victoria Embankment | EC4Y 0DY | London | GB
Volkswagen = VW | AG | Berliner Ring 2 | 38440 | Wolfsburg | DE
Volvo = AB Volvo | AB | Gropegårdsgatan 2 | 417 15 | Göteborg = Gothenburg | SE
Volvo Car = Volvo Cars | AB | Assar Gabrielssons väg 1 | 405 31 | Göteborg = Gothenburg | SE
Wacker Chemie | AG | Gisela-Stein-Straße 1 | 81671 | München = Munich | DE
`;

const COLUMNS = 6;

/** The whole register, in the order of its rows. */
export const REGISTER: readonly RegisterEntry[] = ROWS.trim().split("\n").map(readRow);

function readRow(row: string): RegisterEntry {
  const cells = row.split("|").map((cell) => cell.trim().split(/\s+=\s+/));
  if (cells.length !== COLUMNS) throw new Error(`register row has ${cells.length} cells: ${row}`);
  const [[name = "", ...otherNames] = [], [legalForm = ""] = [], [street = ""] = []] = cells;
  const [[postalCode = ""] = [], [city = "", ...otherCities] = [], [country = ""] = []] = cells.slice(3);
  return { name, legalForm, street, postalCode, city, country, otherNames, otherCities };
}
