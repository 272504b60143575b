//! Cities, regions and countries that a prompt is likely to name, with the country whose public
//! holidays count there. A flat catalogue.

use super::text::is_in;
use crate::calendar::Country;

/// Names that are also other words: they are places only after a preposition.
pub(super) const AMBIGUOUS: &str = "Nice|Bath|Reading|Split|Cork|Essen|Turkey|China|Jordan|Victoria|Florence|Sofia|Georgia|Charlotte|\
        Austin|Sydney|Kent|Rom|Bergen|Perth|Phoenix|Columbus|Hamilton|Hagen|Halle|Hamm|Tours|Brest|Virginia|\
        Madison|Memphis|Orlando|Derby|Durham|Hull|Darwin|Island|Salvador|Santiago|Buffalo|US|Washington";

/// Whether the gazetteer knows the name.
pub(crate) fn is_place(name: &str) -> bool {
    find(name).is_some() && !is_in(AMBIGUOUS, name)
}

/// The country of a known place.
pub(super) fn find(name: &str) -> Option<Country> {
    let entry = PLACES.iter().find(|(_, names)| names.split('|').any(|it| it == name));
    entry.map(|(country, _)| *country).or_else(|| Country::named(name))
}

const PLACES: [(Country, &str); 36] = [
    (
        Country::Germany,
        "Deutschland|Allemagne|Uckermark|Spessart|Odenwald|Rhön|Aalen|Minden|Verden|Meißen|Bautzen|Kempten|Füssen|Emden|Siegen|Düren|Soest|Lünen|Dorsten|Ratingen|Hilden|Kerpen|Viersen|Velbert|Ahlen|Bünde|Hameln|Peine|Celle|Gera|Plauen|Görlitz|Zwickau|Suhl|Amberg|Coburg|Straubing|Landshut|Rosenheim|Memmingen|Ravensburg|Villingen|Rottweil|Tuttlingen|Esslingen|Göppingen|Sindelfingen|Böblingen|Backnang|Crailsheim|\
         Berlin|Hamburg|Munich|München|Cologne|Köln|Frankfurt|Stuttgart|Düsseldorf|\
         Dortmund|Essen|Leipzig|Bremen|Dresden|Hanover|Hannover|Nuremberg|Nürnberg|Duisburg|Bochum|Wuppertal|\
         Bielefeld|Bonn|Münster|Karlsruhe|Mannheim|Augsburg|Wiesbaden|Mönchengladbach|Gelsenkirchen|Aachen|\
         Braunschweig|Chemnitz|Kiel|Halle|Magdeburg|Freiburg|Krefeld|Mainz|Lübeck|Erfurt|Oberhausen|Rostock|\
         Kassel|Hagen|Potsdam|Saarbrücken|Hamm|Ludwigshafen|Oldenburg|Osnabrück|Leverkusen|Heidelberg|\
         Darmstadt|Solingen|Regensburg|Herne|Paderborn|Neuss|Ingolstadt|Offenbach|Fürth|Ulm|Würzburg|\
         Heilbronn|Pforzheim|Wolfsburg|Göttingen|Bottrop|Reutlingen|Koblenz|Bremerhaven|Erlangen|Trier|Jena|\
         Tübingen|Konstanz|Bamberg|Bayreuth|Passau|Weimar|Flensburg|Marburg|Gießen|Bavaria|Bayern|Saxony|\
         Sachsen|Black Forest|Harz|Schwarzwald|Allgäu|Erzgebirge|Spreewald|Eifel|Ruhrgebiet|Saarland|Rügen|Sylt|Usedom",
    ),
    (
        Country::Austria,
        "Österreich|Autriche|Vienna|Wien|Graz|Linz|Salzburg|Innsbruck|Klagenfurt|Tyrol|Tirol|Bregenz|Villach|\
         Styria",
    ),
    (
        Country::Switzerland,
        "Schweiz|Suisse|Zurich|Zürich|Geneva|Genf|Genève|Basel|Bâle|Bern|Berne|Lausanne|Lucerne|Luzern|\
         Winterthur|St Gallen|Lugano|Fribourg|Neuchâtel",
    ),
    (
        Country::France,
        "Frankreich|Paris|Marseille|Lyon|Toulouse|Nice|Nantes|Montpellier|Strasbourg|Straßburg|Bordeaux|Lille|\
         Rennes|Reims|Toulon|Grenoble|Dijon|Angers|Nîmes|Clermont-Ferrand|Le Mans|Aix-en-Provence|Brest|Tours|\
         Amiens|Limoges|Annecy|Perpignan|Metz|Besançon|Orléans|Rouen|Mulhouse|Caen|Nancy|Avignon|Brittany|\
         Bretagne|Normandy|Normandie|Provence|Corsica|Corse|Alsace|Biarritz|La Rochelle|Chambéry|Poitiers|\
         Saint-Étienne",
    ),
    (
        Country::Netherlands,
        "Holland|Niederlande|Pays-Bas|Amsterdam|Rotterdam|The Hague|Utrecht|Eindhoven|Groningen|Tilburg|\
         Almere|Breda|Nijmegen|Haarlem|Arnhem|Maastricht|Leiden|Delft",
    ),
    (
        Country::Belgium,
        "Belgien|Belgique|Brussels|Brüssel|Bruxelles|Antwerp|Antwerpen|Ghent|Gent|Charleroi|Liège|Bruges|\
         Leuven|Namur|Mechelen",
    ),
    (Country::Luxembourg, "Luxemburg"),
    (
        Country::Spain,
        "Spanien|Espagne|Madrid|Barcelona|Valencia|Seville|Sevilla|Zaragoza|Málaga|Malaga|Murcia|Palma|\
         Mallorca|Bilbao|Alicante|Córdoba|Valladolid|Vigo|Granada|San Sebastián|Tenerife|Gran Canaria|Ibiza|\
         Catalonia|Andalusia|Salamanca|Santiago de Compostela|Girona|Cádiz",
    ),
    (
        Country::Portugal,
        "Lisbon|Lissabon|Lisboa|Lisbonne|Porto|Braga|Coimbra|Faro|Algarve|Funchal|Madeira|Azores|Aveiro|Évora",
    ),
    (
        Country::Italy,
        "Italien|Italie|Rome|Rom|Roma|Milan|Mailand|Milano|Naples|Turin|Torino|Palermo|Genoa|Genua|Bologna|\
         Florence|Florenz|Firenze|Bari|Catania|Venice|Venedig|Verona|Messina|Padua|Padova|Trieste|Brescia|\
         Parma|Modena|Perugia|Sicily|Sardinia|Tuscany|Toskana|Pisa|Siena|Lake Garda|Bolzano|Bergamo|Matera|\
         Lecce",
    ),
    (
        Country::UnitedKingdom,
        "UK|Schottland|Écosse|Angleterre|Großbritannien|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|London|Birmingham|Manchester|\
         Glasgow|Liverpool|Leeds|Sheffield|Edinburgh|Bristol|Cardiff|Leicester|Coventry|Belfast|Nottingham|\
         Newcastle|Southampton|Portsmouth|Brighton|Plymouth|Reading|Derby|Oxford|Cambridge|York|Bath|Exeter|\
         Norwich|Aberdeen|Dundee|Inverness|Swansea|Hull|Cornwall|Devon|Kent|Yorkshire|Lake District|Stirling|\
         Canterbury|Durham|Lancaster|Margate|Totnes|Hebden Bridge",
    ),
    (Country::Ireland, "Irland|Irlande|Dublin|Cork|Galway|Limerick|Waterford|Kilkenny|Sligo|Kerry"),
    (
        Country::UnitedStates,
        "USA|US|United States|America|New York|Los Angeles|Chicago|Houston|Phoenix|Philadelphia|San Antonio|\
         San Diego|Dallas|San Jose|Austin|Jacksonville|Columbus|Charlotte|San Francisco|Indianapolis|Seattle|\
         Denver|Washington|Boston|Nashville|Detroit|Portland|Las Vegas|Memphis|Louisville|Baltimore|Milwaukee|\
         Albuquerque|Tucson|Sacramento|Kansas City|Atlanta|Omaha|Raleigh|Miami|Oakland|Minneapolis|Tulsa|\
         Tampa|New Orleans|Cleveland|Pittsburgh|Cincinnati|Honolulu|Hawaii|Anchorage|Alaska|St Louis|Orlando|\
         Boulder|Madison|Salt Lake City|Boise|Brooklyn|Manhattan|Queens|California|Texas|Florida|Oregon|\
         Colorado|Vermont|Maine|Ohio|Michigan|Arizona|Utah|Nevada|Virginia|Massachusetts|New Jersey|\
         Pennsylvania|Illinois|Minnesota|Wisconsin|Montana|Tennessee|Asheville|Savannah|Charleston|Santa Fe|\
         Berkeley|Palo Alto|Ann Arbor|Buffalo|Rochester|Burlington",
    ),
    (
        Country::Canada,
        "Kanada|Toronto|Montreal|Montréal|Vancouver|Calgary|Edmonton|Ottawa|Winnipeg|Quebec|Québec|Hamilton|\
         Halifax|Victoria|Ontario|Alberta|British Columbia|Nova Scotia",
    ),
    (
        Country::Mexico,
        "Mexiko|Mexique|Mexico City|Guadalajara|Monterrey|Oaxaca|Puebla|Mérida|Cancún|Tijuana",
    ),
    (
        Country::Brazil,
        "Brasilien|Brésil|Brazil|São Paulo|Rio de Janeiro|Brasília|Salvador|Recife|Curitiba|Porto Alegre",
    ),
    (
        Country::Australia,
        "Australien|Australie|Sydney|Melbourne|Brisbane|Perth|Adelaide|Canberra|Hobart|Darwin|Tasmania|\
         Queensland|Byron Bay|Cairns",
    ),
    (
        Country::NewZealand,
        "New Zealand|Neuseeland|Auckland|Wellington|Christchurch|Dunedin|Queenstown",
    ),
    (
        Country::Poland,
        "Polen|Pologne|Warsaw|Warschau|Krakow|Kraków|Krakau|Łódź|Wrocław|Wroclaw|Breslau|Poznań|Poznan|Gdańsk|\
         Gdansk|Danzig|Szczecin|Katowice|Lublin",
    ),
    (
        Country::Czechia,
        "Czech Republic|Tschechien|Prague|Prag|Brno|Ostrava|Plzeň|Pilsen|Olomouc|Liberec",
    ),
    (Country::Slovakia, "Slowakei|Bratislava|Košice"),
    (Country::Slovenia, "Slowenien|Ljubljana|Maribor"),
    (Country::Croatia, "Kroatien|Croatie|Zagreb|Split|Rijeka|Zadar|Dubrovnik|Pula|Istria"),
    (
        Country::Greece,
        "Griechenland|Grèce|Athens|Athen|Thessaloniki|Patras|Heraklion|Crete|Kreta|Rhodes|Corfu|Santorini|\
         Naxos",
    ),
    (Country::Cyprus, "Zypern|Nicosia|Limassol|Larnaca|Paphos"),
    (Country::Malta, "Valletta"),
    (
        Country::Romania,
        "Rumänien|Roumanie|Bucharest|Bukarest|Cluj|Cluj-Napoca|Timișoara|Timisoara|Iași|Brașov|Brasov|Sibiu|\
         Transylvania",
    ),
    (
        Country::Sweden,
        "Schweden|Suède|Stockholm|Gothenburg|Göteborg|Malmö|Malmo|Uppsala|Lund|Umeå|Kiruna|Linköping",
    ),
    (Country::Norway, "Norwegen|Norvège|Oslo|Bergen|Trondheim|Stavanger|Tromsø|Lofoten|Bodø"),
    (
        Country::Denmark,
        "Dänemark|Danemark|Copenhagen|Kopenhagen|Copenhague|Aarhus|Odense|Aalborg|Esbjerg",
    ),
    (
        Country::Finland,
        "Finnland|Finlande|Helsinki|Espoo|Tampere|Turku|Oulu|Lapland|Rovaniemi|Jyväskylä",
    ),
    (Country::Iceland, "Island|Islande|Reykjavik|Reykjavík|Akureyri"),
    (Country::Estonia, "Estland|Tallinn|Tartu"),
    (Country::Latvia, "Lettland|Riga"),
    (Country::Lithuania, "Litauen|Vilnius|Kaunas"),
    (
        Country::Elsewhere,
        "Japan|Tokyo|Kyoto|Osaka|Sapporo|Fukuoka|Hokkaido|China|Beijing|Shanghai|Shenzhen|Hong Kong|Taiwan|\
         Taipei|South Korea|Seoul|Busan|India|Mumbai|Delhi|Bangalore|Bengaluru|Chennai|Kolkata|Hyderabad|Pune|\
         Goa|Kerala|Nepal|Kathmandu|Sri Lanka|Colombo|Thailand|Bangkok|Chiang Mai|Phuket|Vietnam|Hanoi|\
         Ho Chi Minh City|Da Nang|Cambodia|Phnom Penh|Laos|Malaysia|Kuala Lumpur|Singapore|Indonesia|Jakarta|\
         Bali|Philippines|Manila|Cebu|Turkey|Türkei|Istanbul|Ankara|Izmir|Israel|Tel Aviv|Jerusalem|Jordan|\
         Amman|Lebanon|Beirut|Dubai|Abu Dhabi|Qatar|Doha|Saudi Arabia|Riyadh|Egypt|Cairo|Morocco|Marokko|\
         Marrakesh|Casablanca|Fez|Tunisia|Tunis|Kenya|Nairobi|Mombasa|Tanzania|Zanzibar|Uganda|Kampala|Rwanda|\
         Kigali|Ethiopia|Addis Ababa|Ghana|Accra|Nigeria|Lagos|Abuja|Senegal|Dakar|South Africa|Cape Town|\
         Johannesburg|Durban|Namibia|Botswana|Madagascar|Argentina|Buenos Aires|Chile|Santiago|Patagonia|Peru|\
         Lima|Cusco|Bolivia|La Paz|Colombia|Bogotá|Medellín|Ecuador|Quito|Uruguay|Montevideo|Costa Rica|\
         Panama|Cuba|Havana|Jamaica|Hungary|Ungarn|Budapest|Bulgaria|Bulgarien|Sofia|Plovdiv|Serbia|Belgrade|\
         Bosnia|Sarajevo|Albania|Tirana|Montenegro|Kosovo|North Macedonia|Skopje|Ukraine|Kyiv|Lviv|Odesa|\
         Moldova|Georgia|Tbilisi|Armenia|Yerevan|Russia|Moscow|Kazakhstan|Almaty|Pakistan|Karachi|Lahore|\
         Bangladesh|Dhaka|Mongolia|Europe|Europa|Africa|Asia|Antarctica|Greenland|Svalbard|Alps|Alpen|Alpes|\
         Pyrenees|Baltic Sea|North Sea|Himalaya|Himalayas|Balkans|Scandinavia",
    ),
];
