import BellhopStoreSQLite
import BellhopTestSupport

extension TemporaryFolder {
    /// The database that ``SQLiteStore/open(folder:options:)`` makes here.
    var database: String { path + "/bellhop.sqlite" }
}
